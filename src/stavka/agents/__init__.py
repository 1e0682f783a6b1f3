"""Computer players: what they share in all games."""
