"""Strikes: missiles, aircraft, helicopters, guns and ships against targets. [23.0] [26.0]"""
