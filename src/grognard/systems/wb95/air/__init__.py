"""Air units: their phase, their missions, and the secret orders for them. [8.0]"""
