"""Poki's model: weight tables that follow any predictor [poki]."""
