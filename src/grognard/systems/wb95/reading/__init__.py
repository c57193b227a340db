"""Reading a scenario: counters, order of battle, notation, terms of victory."""
