"""Ground assault: designation, adjustment, the assault itself, retreat and advance. [10.2.0] [12.0]
[13.0]"""
