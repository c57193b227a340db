"""Digging in, building bridges, blowing them up and mending them. [7.1] [14.2] [14.3]"""
