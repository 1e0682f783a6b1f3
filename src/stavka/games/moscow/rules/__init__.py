"""The rules of Roads to Moscow, chapter by chapter as the rulebook has them (docs/chapters.md)."""
