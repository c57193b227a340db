"""Air power. [20.0]"""
