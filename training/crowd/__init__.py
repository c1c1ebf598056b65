"""Trains and judges the crowd's network."""
