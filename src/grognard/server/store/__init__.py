"""The store: people, games, seats and the log of lines, in SQLite or PostgreSQL."""
