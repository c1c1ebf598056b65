"""Hands from anywhere: formats, files, what is counted in them, and the hand store."""
