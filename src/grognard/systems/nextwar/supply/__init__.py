"""Supply: lines to sources, what lacks it, supply units, emergencies, isolation. [13.1] [19.0]"""
