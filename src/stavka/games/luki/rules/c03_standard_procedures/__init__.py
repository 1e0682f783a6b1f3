"""Velikye Luki, chapter 3: Standard procedures."""
