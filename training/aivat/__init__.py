"""The value function of AIVAT: how often people fold, and what the better hand wins."""
