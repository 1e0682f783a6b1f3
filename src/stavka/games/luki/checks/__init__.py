"""The checks of Velikye Luki: situations and their questions, invariants, checks of its files."""
