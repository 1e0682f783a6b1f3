"""Velikye Luki, chapter 10: Movement."""
