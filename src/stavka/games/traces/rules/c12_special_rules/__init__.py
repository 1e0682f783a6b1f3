"""Traces of War, chapter 12: Special rules."""
