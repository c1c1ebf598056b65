"""AIVAT: what was won, less luck with the cards and with what telling players drew [aivat]."""
