"""Huang's abstraction of heads-up no-limit hold'em, and strategies in it [huang]."""
