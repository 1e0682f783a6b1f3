"""Roads to Moscow, chapter 2: Components."""
