"""Who comes and goes: set-up, reinforcements, replacements, reserves. [11.0] [15.3.3]"""
