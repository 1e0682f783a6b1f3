"""Zitadelle: Duel for Kursk, 5 to 13 July 1943."""
