"""Transport: trucks and wagons, and railways. [13.2] [13.3]"""
