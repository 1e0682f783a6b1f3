"""Velikye Luki, chapter 14: Scenarios."""
