"""Traces of War, chapter 10: Combat."""
