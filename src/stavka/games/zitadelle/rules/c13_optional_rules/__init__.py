"""Zitadelle, chapter 13: Optional rules."""
