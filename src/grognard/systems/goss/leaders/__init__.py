"""Leaders: activation, what they give, and how they are lost. [23.0]"""
