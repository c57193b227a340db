"""Fatigue: how units tire, what it costs them, and how they recover. [14.0] [3.5.4]"""
