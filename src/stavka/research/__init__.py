"""For those who train programs: environments for PettingZoo, Gymnasium and OpenSpiel, and a learned baseline.

    pip install stavka[research]

Nothing in Stavka imports this package, and `import stavka` does not either: it needs NumPy and the three libraries.
docs/research.md describes its actions and its observations."""
