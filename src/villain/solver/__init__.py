"""Solving heads-up pots: spots and trees, equilibria over all holdings, best responses, locks.

The solver does not know where a range or a strategy came from.
"""
