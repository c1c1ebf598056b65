"""Judges how well predictors and models read players: each decision is predicted, then learned."""
