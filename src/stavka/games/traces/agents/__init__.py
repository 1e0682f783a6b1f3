"""The computer players of Traces of War."""
