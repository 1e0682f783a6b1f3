"""Zitadelle, chapter 12: Victory."""
