"""The checks of Traces of War: situations and their questions, invariants, checks of its files."""
