"""Roads to Moscow, chapter 6: Supply."""
