"""The sea: control, ships, mines, transport. [7.0] [8.5.6] [8.5.7]"""
