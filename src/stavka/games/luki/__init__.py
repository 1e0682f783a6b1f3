"""Velikye Luki: the battle for the city and for the railway behind it, November 1942 to January 1943."""
