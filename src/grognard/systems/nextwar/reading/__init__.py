"""Reading scenarios of Next War: counter sheets, sites, sides, points and terms of victory."""
