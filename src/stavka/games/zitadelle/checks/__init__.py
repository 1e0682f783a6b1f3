"""The checks of Zitadelle: situations and their questions, invariants, checks of its files."""
