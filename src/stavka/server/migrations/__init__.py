"""The history of the database, for Alembic. A change of `rows.py` needs a new file in `versions`; a test compares."""
