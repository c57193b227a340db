"""The door of the server: requests and sockets, checked before anything is asked of a game."""
