"""Who comes and goes: set-up, reinforcements, replacements, consolidation. [13.5] [13.6] [13.9]"""
