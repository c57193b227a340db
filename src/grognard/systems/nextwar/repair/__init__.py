"""Repair: markers that wear off, and what Supply Points mend. [27.9]"""
