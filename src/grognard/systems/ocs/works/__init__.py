"""Works: engineers, air bases, hedgehogs. [13.8] [15.0] [16.0]"""
