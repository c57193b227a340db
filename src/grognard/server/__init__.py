"""The server: games that many people play at once, and none is lost."""
