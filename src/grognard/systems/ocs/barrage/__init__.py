"""Barrage: who fires at what, how it weighs, and what comes of it. [10.0]"""
