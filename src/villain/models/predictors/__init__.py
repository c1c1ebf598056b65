"""Predictors of actions: a situation in, a probability triple out."""
