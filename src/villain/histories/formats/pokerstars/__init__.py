"""PokerStars text."""
