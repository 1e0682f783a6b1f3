"""Traces of War, chapter 2: Components."""
