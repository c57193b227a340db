"""Reading a scenario: counters, order of battle, ships, terms of victory."""
