"""Traces of War, chapter 4: Sequence of play."""
