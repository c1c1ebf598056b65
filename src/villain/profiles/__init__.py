"""Who the players are."""
