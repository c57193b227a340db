"""Breakdown and recombination, and battalions that are made of companies. [18.0] [4.6.1]"""
