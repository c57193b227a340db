"""Reading scenarios of GOSS: counters, leaders, armies, calendar and set-up."""
