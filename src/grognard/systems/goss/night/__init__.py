"""The night: rest game turns, one Exploit Phase a night, extended activity. [3.3.5] [3.4.0]"""
