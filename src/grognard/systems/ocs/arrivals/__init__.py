"""Who comes and goes: set-up, reinforcements, replacements, boxes, breakouts. [13.5] [13.6]"""
