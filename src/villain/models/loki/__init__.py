"""Loki's models: weights for all combos, reweighted by every action [loki]."""
