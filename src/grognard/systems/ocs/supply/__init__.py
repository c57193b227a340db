"""Supply: dumps, paying, fuel, trace, ports, eating. [12.0] [19.0]"""
