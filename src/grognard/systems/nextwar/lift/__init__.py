"""Transport by air: from base to base, by parachute, by helicopter, from ships. [8.5.2]"""
