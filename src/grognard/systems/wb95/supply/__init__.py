"""Supply: lines, what bars them, levels and surrender. [10.0]"""
