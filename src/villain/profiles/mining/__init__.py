"""Turning the hands of a store into strategies of players."""
