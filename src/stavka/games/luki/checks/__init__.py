"""How we know that Velikye Luki is played right: situations and their questions, invariants, checks of its files."""
