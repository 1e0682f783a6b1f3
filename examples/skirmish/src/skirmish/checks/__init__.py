"""How we know that the rules are right: situations, and what is true of every position."""
