"""The engine: what every rulebook shares, and no rule of any of them."""
