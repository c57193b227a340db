"""Modes and Reserves, and the markers that come off in the Clean Up Phase. [5.0]"""
