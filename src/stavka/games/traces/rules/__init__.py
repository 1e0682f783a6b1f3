"""The rules of Traces of War, chapter by chapter as the rulebook has them (docs/chapters.md)."""
