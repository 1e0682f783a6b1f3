"""The checks of Roads to Moscow: situations and their questions, invariants, checks of its files."""
