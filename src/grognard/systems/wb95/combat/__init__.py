"""Combat: from the obligation to attack to the pursuit of the beaten. [5.0] [13.0]"""
