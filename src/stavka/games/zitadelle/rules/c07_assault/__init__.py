"""Zitadelle, chapter 7: Assault."""
