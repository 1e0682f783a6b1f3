"""The computer players of Zitadelle."""
