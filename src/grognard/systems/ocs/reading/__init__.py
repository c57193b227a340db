"""Reading a scenario: charts, counters, order of battle, terms of victory."""
