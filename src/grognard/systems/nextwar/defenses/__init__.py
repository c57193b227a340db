"""Air defenses of the Advanced Game. [24.0]"""
