"""Nations: the United Nations, and what single nations do. [28.0] [30.0]"""
