"""Supply: dumps, paying, fuel, trace, eating, breaking out. [12.0]"""
