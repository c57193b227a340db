"""The turn: its phases, weather and first player, clean-up, victory. [2.0] [17.0]"""
