"""Optional rules with deeds and questions of their own; each is off by default. [21.0]

Those that only change a step of another chapter stand in that chapter, where the step is taken.
"""
