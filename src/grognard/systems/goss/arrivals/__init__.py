"""Reinforcements, withdrawals, replacements and refit. [21.0] [22.0]"""
