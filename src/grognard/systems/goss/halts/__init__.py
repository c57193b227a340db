"""Movement halts: where enemies make a unit stop, pay, or turn aside. [7.7] [7.8] [7.9]"""
