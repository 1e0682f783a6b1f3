"""Roads to Moscow, chapter 3: Basic concepts."""
