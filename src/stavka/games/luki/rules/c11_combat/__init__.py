"""Velikye Luki, chapter 11: Combat."""
