"""Huang's opponent model: a new opponent resembles players whose hands were mined [huang]."""
