"""Compiled numeric code: arrays and integers in, arrays out.

A kernel trusts what it is given; the rooms above validate. Cards are integers 0–51
(``rank * 4 + suit``, deuce of clubs first), combos 0–1325 (``high * (high - 1) // 2 + low``),
and a hand's rank is 1 (seven-high) to 7462 (royal flush).
"""
