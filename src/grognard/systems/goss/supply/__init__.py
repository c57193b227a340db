"""Supply: paths from the sources to the units, what is on hand, isolation, depots. [15.0]"""
