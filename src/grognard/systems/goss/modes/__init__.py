"""Unit modes: tactical, prepared assault, exploit, maneuver reserve, strategic; batteries. [5.0]"""
