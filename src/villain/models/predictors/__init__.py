"""Predictors of actions: a context in, a probability triple out."""
