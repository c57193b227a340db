"""The turn: its phases and what chapters hang on them, the weather, who goes first. [2.0] [17.0]"""
