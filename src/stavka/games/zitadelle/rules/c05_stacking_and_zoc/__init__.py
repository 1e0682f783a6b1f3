"""Zitadelle, chapter 5: Stacking and ZOC."""
