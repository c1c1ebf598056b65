"""Predicting real players: replaying their hands, training on some, judging on the others."""
