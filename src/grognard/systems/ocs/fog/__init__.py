"""Fog of war: what of the enemy a player may see, and what he must presume. [4.9]"""
