"""Victory: who holds the ground that counts, who lays down his arms, who has won. [2.3-end]"""
