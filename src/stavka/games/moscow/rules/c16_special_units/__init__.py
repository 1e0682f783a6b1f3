"""Roads to Moscow, chapter 16: Special units."""
