"""The crowd: a reader of players that was trained on many people's decisions."""
