"""The card network: what a player does with each of his holdings."""
