"""Next War at the table: counters, marks, overlays, panels, and what happened in words."""
