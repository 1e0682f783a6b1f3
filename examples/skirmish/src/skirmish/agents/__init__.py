"""Programs that play the game."""
