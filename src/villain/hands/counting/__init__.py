"""Counting a hand's statistics."""
