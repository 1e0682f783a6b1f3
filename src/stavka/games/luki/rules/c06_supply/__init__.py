"""Velikye Luki, chapter 6: Supply."""
