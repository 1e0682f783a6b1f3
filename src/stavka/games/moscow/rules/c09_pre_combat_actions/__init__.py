"""Roads to Moscow, chapter 9: Pre-combat actions."""
