"""Detection: what strikes, headquarters and missiles may be aimed at. [21.0]"""
