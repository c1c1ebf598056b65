"""Trains the card network."""
