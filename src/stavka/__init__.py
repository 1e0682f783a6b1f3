"""Operational hex-and-counter wargames: the engine, the games, the server."""

__version__ = "0.1.0"
