"""Works: field fortifications, and bridges built, blown and rebuilt. [7.0] [14.0]"""
