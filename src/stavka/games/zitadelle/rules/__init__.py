"""The rules of Zitadelle, chapter by chapter as the rulebook has them (docs/chapters.md)."""
