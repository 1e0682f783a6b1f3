"""Roads to Moscow, chapter 8: Ground movement."""
