"""How we know that Zitadelle is played right: situations and their questions, invariants, checks of its files."""
