"""Profiles of players: statistics, styles, leaks, and the crowd's read."""
