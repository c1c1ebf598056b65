"""Trains the predictors of actions."""
