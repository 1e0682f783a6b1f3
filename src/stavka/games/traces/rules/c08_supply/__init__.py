"""Traces of War, chapter 8: Supply."""
