"""Value networks: games that are solved to learn from, and training."""
