"""The turn: weather, initiative, and what ends it. [3.0] [4.0] [5.0] [12.0]"""
