"""How things grow: hands, players, workers, and the store."""
