"""Lines of betting that were played before, kept for the hands to come under the same rules.

What may be done after some betting, and what lies where, depends on the rules and on what was done,
not on the cards. So hands under the same rules walk along one tree, in which a step that somebody
took before costs a look into a table. A hand that leaves the tree goes on by itself, and the step
by which it left is added if it is the second to take it: lines that come often are soon there, and
rare ones cost next to nothing. There are no cards in the tree.
"""

from villain.cards.card import Card
from villain.game.actions import Action
from villain.game.ending import Ending
from villain.game.events import Acted, hidden_cards
from villain.game.public_state import PublicState
from villain.game.rules import Rules

MOST_LINES = 4096
"""When so many steps of a game are known, the tree begins anew; a line takes two kilobytes."""

_KEY = "_known_lines"


class KnownLine:
    """A line of betting, with what `PublicState` says of the table after it.

    ``event`` is the action that led there; None where it was the dealer. ``next_street`` is the
    line after the board's next cards, None if it is not known.
    """

    __slots__ = (
        "_ending",
        "_following",
        "_state",
        "_tree",
        "betting_over",
        "committed",
        "event",
        "facts",
        "legal",
        "next_street",
        "seat",
        "street",
    )

    def __init__(self, tree: "KnownLines", state: PublicState, event: Acted | None) -> None:
        self._tree, self._state, self.event = tree, state, event
        self._following: dict[Action, KnownLine | None] = {}
        self._ending: Ending | None = None
        self.next_street: KnownLine | None = None
        self.seat, self.legal, self.street = state.seat, state.legal, state.street
        self.betting_over, self.committed = state.betting_over, tuple(state.committed)
        self.facts = state.facts

    def after(self, action: Action) -> "KnownLine | None":
        """The line after an action; None if it is not known.

        What only equals an action, such as a raise to 20.0, is none, known or not.
        """
        try:
            known = self._following.get(action)
        except TypeError:  # there is no end to what may stand in for a kind
            return None
        if known is None or (type(action) is Action and type(action.to) is int):
            return known
        return None

    def learn(self, event: Acted, state: PublicState) -> None:
        """Take in what an action led to, or that it was taken, if it is the first time."""
        action = Action(event.kind, event.to if event.kind == "raise" else 0)
        if action not in self._following:
            self._tree.make_room()
            self._following[action] = None
        elif self._following[action] is None:
            self._following[action] = self._line_to(state, event)

    def learn_street(self, state: PublicState) -> None:
        """Take in what the board's next cards led to."""
        self._tree.make_room()
        self.next_street = self._line_to(state, None)

    def _line_to(self, state: PublicState, event: Acted | None) -> "KnownLine":
        state = state.copy()
        state.board = ()
        return KnownLine(self._tree, state, event)

    def state(self, board: tuple[Card, ...]) -> PublicState:
        """The table with these cards on it, to play on."""
        state = self._state.copy()
        state.board = board
        return state

    @property
    def ending(self) -> Ending:
        """How the hand ends; the betting is over."""
        if self._ending is None:
            self._ending = Ending(self._state)
        return self._ending

    def forget(self) -> None:
        """Forget what follows."""
        self._following.clear()
        self.next_street = None


class KnownLines:
    """The lines of one game that are known.

    ``opening`` is what happens before the first of them, as somebody sees it who has no cards.
    """

    __slots__ = ("_size", "first", "opening")

    def __init__(self, rules: Rules) -> None:
        state = PublicState(rules)
        self.opening = (*state.post(), *hidden_cards(rules.players))
        if not rules.board_cards[0]:
            state.begin()
        self.first, self._size = KnownLine(self, state, None), 1

    def make_room(self) -> None:
        """Count another step; forget the others where they are too many."""
        self._size += 1
        if self._size > MOST_LINES:
            self.first.forget()
            self._size = 2


def known_lines(rules: Rules) -> KnownLines | None:
    """What is known of a game from the second hand on; many rules are made for a single hand.

    It is kept with the rules, goes where they go, and is in none of their copies.
    """
    kept = vars(rules)
    if _KEY not in kept:
        kept[_KEY] = None
        return None
    lines: KnownLines | None = kept[_KEY]
    if lines is None:
        lines = kept[_KEY] = KnownLines(rules)
    return lines
