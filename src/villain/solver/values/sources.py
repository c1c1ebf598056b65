"""Who knows what holdings are worth, street by street: networks where there are any."""

from functools import lru_cache
from pathlib import Path
from typing import Protocol

import numpy as np

from villain.game.rules import Betting, Rules
from villain.solver.values.board_facts import BoardFacts, facts_of
from villain.solver.values.checked_down import CheckedDown
from villain.solver.values.end_values import EndValues, Values
from villain.solver.values.network import network_for

_STREETS = {0: "preflop", 3: "flop", 4: "turn", 5: "river"}
_FOLDER = Path(__file__).parent


class ValueSource(Protocol):
    """Says who knows what holdings are worth at the ends and at the starts of streets."""

    def at_end(self, facts: BoardFacts, rules: Rules) -> EndValues:
        """Values where the street of a board ends and chips are left."""

    def at_start(self, facts: BoardFacts, rules: Rules) -> EndValues | None:
        """Values where the street of a board begins, if there are any."""


class PlainValues:
    """All hands are checked down."""

    def at_end(self, facts: BoardFacts, rules: Rules) -> EndValues:
        """Values as if nobody bet again."""
        del rules
        return CheckedDown(facts)

    def at_start(self, facts: BoardFacts, rules: Rules) -> EndValues | None:
        """None: nothing is known beyond what a solution finds."""
        del facts, rules
        return None


class NetworkValues:
    """Networks where the package has one for a street; else hands are checked down.

    Their files are called ``turn_end.npz``, ``river_start.npz`` and the like; those of limit begin
    with ``limit_``.
    """

    def at_end(self, facts: BoardFacts, rules: Rules) -> EndValues:
        """A network's values, or those of a hand that is checked down."""
        return _network("end", facts, rules) or CheckedDown(facts)

    def at_start(self, facts: BoardFacts, rules: Rules) -> EndValues | None:
        """A network's values, if there is one."""
        return _network("start", facts, rules)


PLAIN, NETWORKS = PlainValues(), NetworkValues()


class LimitEnds:
    """A network of limit, which is told the bet of the last streets in place of the stack."""

    def __init__(self, ends: EndValues, bet: int) -> None:
        self.ends, self.bet = ends, bet

    def values(
        self, reaches: tuple[Values, Values], pots: Values, stacks: Values
    ) -> tuple[Values, Values]:
        """Values with such a bet, or with all that is left if that is less."""
        return self.ends.values(reaches, pots, np.minimum(stacks, self.bet))


def _network(where: str, facts: BoardFacts, rules: Rules) -> EndValues | None:
    limit = rules.betting is Betting.LIMIT
    name = f"{'limit_' * limit}{_STREETS[len(facts.board)]}_{where}"
    if not (_FOLDER / f"{name}.npz").exists():
        return None
    ends = _on_board(name, facts.board)
    return LimitEnds(ends, rules.bets[-1]) if limit else ends


@lru_cache(maxsize=4)
def _on_board(name: str, board: tuple[int, ...]) -> EndValues:
    return network_for(name).on(facts_of(board))
