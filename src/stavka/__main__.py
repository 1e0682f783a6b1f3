"""`python -m stavka` is the command `stavka`."""

from stavka.cli import main

if __name__ == "__main__":
    main()
