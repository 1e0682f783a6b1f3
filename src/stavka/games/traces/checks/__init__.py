"""How we know that Traces of War is played right: situations and their questions, invariants, checks of its files."""
