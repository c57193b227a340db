"""Damage: steps that are lost, and units that are gone. [9.7.1] [27.0]"""
