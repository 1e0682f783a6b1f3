"""The command `stavka`."""


def main() -> None:
    """Run the command line."""
    raise SystemExit("stavka: no commands yet")
