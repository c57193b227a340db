"""What proves WB-95: positions made by chance, and twins that a player cannot tell apart."""
