"""The crowd: a reader of players that was trained on many people's decisions."""

TRAINED_ON = "The crowd was trained on hands of 2009 and earlier, of a few sites."
"""A sentence to be shown wherever a figure of it is shown."""
