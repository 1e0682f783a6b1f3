"""The rules of Velikye Luki, chapter by chapter as the rulebook has them (docs/chapters.md)."""
