"""Fire support: missions of artillery, aircraft and ships against a hex. [11.0]"""
