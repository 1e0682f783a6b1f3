"""The computer players of Velikye Luki."""
