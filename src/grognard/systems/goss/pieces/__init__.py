"""Pieces: values, checks, stacks, losses, and the chain of command. [4.0] [6.0] [9.3.0]"""
