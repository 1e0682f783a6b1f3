"""How we know that Roads to Moscow is played right: situations and their questions, invariants, checks of its files."""
