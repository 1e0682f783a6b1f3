"""Velikye Luki, chapter 2: Components."""
