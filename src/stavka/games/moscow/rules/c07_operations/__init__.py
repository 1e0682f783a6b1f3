"""Roads to Moscow, chapter 7: Operations."""
