"""Headquarters and artillery: what they can do, how often, and for whom. [18.0]"""
