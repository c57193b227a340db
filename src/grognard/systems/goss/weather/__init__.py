"""Weather: sky, ground and precipitation. [19.0]"""
