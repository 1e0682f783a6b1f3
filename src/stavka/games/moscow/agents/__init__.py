"""The computer players of Roads to Moscow."""
