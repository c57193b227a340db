"""Air power of the Standard Game: points, superiority, helicopters, air defense fire. [6.0]"""
