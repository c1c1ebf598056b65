"""The statistics of players: what is counted as done, and what as a chance.

Counts can be summed over hands, given an interval, and shrunk toward a population. Trackers differ
in what they count; what is counted here stands in `STATISTICS`.
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Statistic:
    """A statistic: ``done`` over ``chances``. A *ratio* can exceed one, a *rate* cannot.

    >>> STATISTICS[0].name, STATISTICS[0].columns
    ('VPIP', ('vpip_done', 'vpip_chances'))
    """

    key: str
    name: str
    done: str
    chances: str
    kind: Literal["rate", "ratio"] = "rate"

    @property
    def columns(self) -> tuple[str, str]:
        """The names of the two counts."""
        return f"{self.key}_done", f"{self.key}_chances"

    @property
    def definition(self) -> str:
        """Both counts, in a line."""
        return f"{self.done} / {self.chances}"


_STREETS = ("flop", "turn", "river")

_WALKS = "hands dealt, less one's own walks (everybody folded to one's big blind)"
_STOLEN = "faced an open-raise from cut-off, button or small blind, all others before having folded"
_FIRST = "the last raiser of the street before, with nobody having bet yet"

STATISTICS: tuple[Statistic, ...] = (
    Statistic("vpip", "VPIP", "called or raised before the flop, blinds do not count", _WALKS),
    Statistic("pfr", "PFR", "raised before the flop", _WALKS),
    Statistic(
        "three_bet",
        "3-bet",
        "re-raised the first raise before the flop",
        "faced exactly one raise before the flop, not one's own",
    ),
    Statistic(
        "fold_to_three_bet",
        "fold to 3-bet",
        "folded at once after raising first and being re-raised",
        "raised first before the flop, was re-raised, and had to act",
    ),
    Statistic(
        "steal",
        "steal",
        "open-raised from cut-off, button or small blind",
        "everybody before folded to one in the cut-off, button or small blind",
    ),
    Statistic("fold_to_steal_sb", "fold SB to steal", "folded", f"small blind: {_STOLEN}"),
    Statistic("fold_to_steal_bb", "fold BB to steal", "folded", f"big blind: {_STOLEN}"),
    Statistic(
        "limp",
        "limp",
        "called the blind, first in or behind others who called",
        "had to act before any raise with something to call, not in the big blind",
    ),
    *(
        Statistic(
            f"cbet_{street}",
            f"c-bet {street}",
            f"bet first on the {street} as the last raiser of the street before",
            _FIRST + ("" if street == "flop" else ", after a c-bet on the street before"),
        )
        for street in _STREETS
    ),
    *(
        Statistic(
            f"fold_to_cbet_{street}",
            f"fold to c-bet {street}",
            f"folded to a c-bet on the {street}",
            "faced one that nobody had raised",
        )
        for street in _STREETS
    ),
    *(
        Statistic(
            f"fold_to_bet_{street}",
            f"fold to bet {street}",
            f"folded to the first bet on the {street}",
            "faced one that nobody had raised",
        )
        for street in _STREETS
    ),
    Statistic(
        "check_raise",
        "check-raise",
        "raised after having checked on the same street, after the flop",
        "checked, and a bet came back",
    ),
    Statistic("wtsd", "WTSD", "went to showdown", "saw the flop"),
    Statistic("wsd", "W$SD", "took chips from a pot at showdown", "went to showdown"),
    Statistic("wwsf", "WWSF", "took chips from a pot, at showdown or before", "saw the flop"),
    Statistic("af", "AF", "bets and raises after the flop", "calls after the flop", "ratio"),
    Statistic(
        "afq",
        "AFq",
        "bets and raises after the flop",
        "bets, raises, calls and folds after the flop; checks do not count",
    ),
)

COLUMNS: tuple[str, ...] = tuple(column for each in STATISTICS for column in each.columns)
"""The names of a seat's counts, in their order: done and chances in turn."""
