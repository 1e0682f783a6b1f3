"""The checks of the game: situations, and invariants of every position."""
