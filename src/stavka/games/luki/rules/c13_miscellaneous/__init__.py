"""Velikye Luki, chapter 13: Miscellaneous."""
