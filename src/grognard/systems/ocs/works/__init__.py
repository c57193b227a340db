"""Works: engineers, air bases, hedgehogs, ports. [13.8] [15.0] [16.0] [19.0c]"""
