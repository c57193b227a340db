"""Movement: points and costs, stacking, overruns, strategic movement. [3.0] [4.2] [12.0]"""
