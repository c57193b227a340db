"""Observation: lines of sight, covering terrain, who observes whom, what is disclosed. [8.0]"""
