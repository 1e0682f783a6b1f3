"""Roads to Moscow, chapter 4: Playing the game."""
