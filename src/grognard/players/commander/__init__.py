"""The commander: a player who rehearses his plans before he gives orders."""
