"""Roads to Moscow, chapter 11: Combat results."""
