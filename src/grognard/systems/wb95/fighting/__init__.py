"""What all fighting has in common: who must, who bears it, losses, disorder, fire. [5.1] [5.6]"""
