"""Hands from anywhere: formats, the hand store, and who the players are."""
