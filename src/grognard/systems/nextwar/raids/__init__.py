"""Raids: special operations forces behind the lines. [20.0]"""
