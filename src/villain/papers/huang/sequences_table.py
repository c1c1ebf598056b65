"""Table 3.1: five action sequences as the thesis prints them, and by its own rules [huang]."""

from typing import NamedTuple

from villain.papers.report import Report, Section, Setting
from villain.strategy.huang.abstraction import Abstraction
from villain.strategy.huang.sequences import StreetBetting

DIGITS = {"call": 1, "check": 1, "low raise": 2, "high raise": 3}


class Row(NamedTuple):
    """The actions of each street, and the digits that are printed for them."""

    streets: tuple[tuple[str, ...], ...]
    printed: str

    def __str__(self) -> str:
        told = "; ".join(", ".join(words) for words in self.streets)
        return told or "(beginning of the game)"


TABLE31 = (
    Row(((),), "000"),
    Row((("call", "low raise"),), "00012"),
    Row((("high raise", "low raise", "call"), ("check",)), "1210"),
    Row((("call", "check"), ("check", "check"), ("check", "high raise", "low raise")), "200132"),
    Row(
        (("low raise", "low raise", "low raise", "high raise", "low raise", "low raise"),),
        "0002322",
    ),
)
"""In all rows the opponent, who is read, acts first before the flop and has to act now."""

THIRD_ROW = (
    "The third row is a slip of the thesis. Its last digit stands for the street's only action, "
    "a check, and its fifth rule writes a check as 1; a 0 stands for nothing there. The digits "
    "before agree: the flop (1), after two raises (2), the last by the agent (1)."
)


def reproduce_table31(setting: Setting) -> Report:
    """Tell every row's actions to the teller, and ask what the opponent faces."""
    found = [(row, digits_of(row)) for row in TABLE31]
    setting.progress(1.0)
    section = Section(
        "Action sequences; streets are divided by semicolons",
        ("actions", "theirs", "ours", ""),
        tuple(
            (str(row), row.printed, ours, "" if ours == row.printed else "differs")
            for row, ours in found
        ),
    )
    return Report(
        "table31",
        "Table 3.1: action sequences",
        (section,),
        (THIRD_ROW,),
        {"rows": [{"actions": str(r), "theirs": r.printed, "ours": ours} for r, ours in found]},
    )


def digits_of(row: Row) -> str:
    """What the opponent faces after these actions, by the five rules.

    >>> [digits_of(row) for row in TABLE31]
    ['000', '00012', '1211', '200132', '0002322']
    """
    betting, seat = StreetBetting(), 0
    for street, words in enumerate(row.streets):
        if street:
            betting = betting.next_street()
        seat = min(street, 1)  # after the flop the other one begins
        for word in words:
            betting = betting.after(seat, DIGITS[word])
            seat = 1 - seat
    return betting.faced(seat, len(row.streets) - 1, Abstraction())
