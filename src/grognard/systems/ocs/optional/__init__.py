"""The optional rules of chapter 21, one module for each; every one is off by default. [21.0]"""
