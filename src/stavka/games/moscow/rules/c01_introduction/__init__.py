"""Roads to Moscow, chapter 1: Introduction."""
