"""Zitadelle, chapter 8: Movement."""
