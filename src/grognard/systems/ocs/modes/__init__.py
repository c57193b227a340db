"""Modes and Reserves. [5.0]"""
