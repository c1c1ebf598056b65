"""Matches between players who tell their chances, without hole cards; one of them may learn."""
