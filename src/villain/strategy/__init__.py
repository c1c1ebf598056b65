"""Betting strategies as pure functions: a situation and a strength in, an action out."""
