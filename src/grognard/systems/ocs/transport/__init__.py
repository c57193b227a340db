"""Transport: trucks and wagons, Extenders, and railways. [12.7] [13.2] [13.3]"""
