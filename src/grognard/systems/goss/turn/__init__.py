"""The game turn: calendar, roles, moments, rest, and how chapters join the sequence. [3.0]"""
