"""Roads to Moscow, chapter 10: Combat."""
