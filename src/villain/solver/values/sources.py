"""Who knows what holdings are worth, street by street: networks where there are any."""

from functools import lru_cache
from pathlib import Path
from typing import Protocol

from villain.cards.card import Card
from villain.game.rules import Betting, Rules
from villain.solver.values.board_facts import BoardFacts, facts_of
from villain.solver.values.checked_down import CheckedDown
from villain.solver.values.end_values import EndValues

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
    """Networks for no-limit, where the package has one for a street; else hands are checked down.

    Their files are called ``turn_end.npz``, ``river_start.npz`` and the like.
    """

    def at_end(self, facts: BoardFacts, rules: Rules) -> EndValues:
        """A network's values, or those of a hand that is checked down."""
        return _network("end", facts, rules) or CheckedDown(facts)

    def at_start(self, facts: BoardFacts, rules: Rules) -> EndValues | None:
        """A network's values, if there is one."""
        return _network("start", facts, rules)


PLAIN, NETWORKS = PlainValues(), NetworkValues()


def _network(where: str, facts: BoardFacts, rules: Rules) -> EndValues | None:
    name = f"{_STREETS[len(facts.board)]}_{where}"
    if rules.betting is Betting.LIMIT or not (_FOLDER / f"{name}.npz").exists():
        return None
    return _on_board(name, facts.board)


@lru_cache(maxsize=4)
def _on_board(name: str, board: tuple[Card, ...]) -> EndValues:
    from villain.solver.values.network import network_for  # only where there is one

    return network_for(name).on(facts_of(board))
