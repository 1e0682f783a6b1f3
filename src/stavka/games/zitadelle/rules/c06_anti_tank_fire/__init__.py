"""Zitadelle, chapter 6: Anti-tank fire."""
