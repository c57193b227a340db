"""From the sea to the shore: assaults, beachheads, embarking. [8.5.8]"""
