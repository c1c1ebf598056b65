"""Fits the curves of huang's strategies."""
