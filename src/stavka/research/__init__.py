"""Standard environments for those who train programs: PettingZoo, Gymnasium and OpenSpiel.

    pip install stavka[research]

Nothing in Stavka imports this package, and `import stavka` does not either: it needs NumPy and the three libraries.
docs/research.md describes its actions and its observations."""
