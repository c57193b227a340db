"""Masking: what a player may know of the other side, and the deeds that cover. [16.1]"""
