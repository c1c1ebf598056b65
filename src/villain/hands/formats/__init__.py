"""The formats of hand histories: one file or folder each, and what they have in common."""
