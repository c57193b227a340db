"""Air units, their boxes and their battles. [22.0]"""
