"""A hand that is followed by the lines of a dealer, who has the last word on what may be done."""

import re

from villain.cards.card import Card
from villain.errors import NotationError
from villain.game.actions import Action, Legal
from villain.game.deal import Deal
from villain.game.events import Acted
from villain.game.hand import Hand
from villain.game.public_state import PublicState
from villain.game.rules import Betting, Rules
from villain.hands.formats.acpc import play_betting
from villain.wire.states import MatchState

_MOVE = re.compile("[fcr]")


class FollowedState(PublicState):
    """The betting as a dealer tells it; a ``foreign`` one may go other ways than our rules.

    With unequal stacks the competition's dealer does: every all-in opens the betting anew, and
    counts as a raise in limit; after an all-in of less than a raise one may raise by less than we
    allow; one may raise where nobody has chips to answer it; and a blind is asked to check against
    players who are all-in for less. ``departures`` says in words where he went other ways than we
    would have; on a dealer of ours it is None.
    """

    __slots__ = ("_actions_left", "_least", "_only_first_street", "departures", "ours", "theirs")

    def __init__(self, rules: Rules, *, foreign: bool) -> None:
        super().__init__(rules)
        self.departures: list[str] | None = [] if foreign else None
        self.ours = self.theirs = Legal(False, 0, 0, 0)
        self._least = self._actions_left = 0
        self._only_first_street = False

    def look_ahead(self, betting: str, heard: str = "") -> None:
        """Note how much is still told of the first street, and whether there is another."""
        first, *later = betting.split("/")
        self._actions_left = len(_MOVE.findall(first[len(heard) :]))
        self._only_first_street = not later and self.rules.streets > 1

    def act(self, action: Action) -> Acted:
        """Let the seat whose turn it is do what the dealer tells."""
        seat, ours = self.seat, self.ours
        self._actions_left -= 1
        event = super().act(action)
        if self.departures is not None and not ours.allows(action):
            self.departures.append(f"lets seat {seat} {action}; by our rules: {ours}")
        return event

    def _begin_street(self, street: int, cards: tuple[Card, ...]) -> None:
        self._least = 0
        super()._begin_street(street, cards)

    def _raise(self, to: int) -> None:
        before, raises = self.current, self.raises
        least = self._least or before + self.full_raise
        super()._raise(to)
        self._least = max(least, 2 * to - before)
        if self.departures is not None and self.rules.betting is Betting.LIMIT:
            self.level = to
            if self.raises == raises:
                self._count_raise()

    def _options(self, seat: int, facing: int) -> Legal:
        self.ours = super()._options(seat, facing)
        self.theirs = self.ours if self.departures is None else self._foreign_options(seat)
        return self.theirs

    def _foreign_options(self, seat: int) -> Legal:
        rules, everything = self.rules, self.bets[seat] + self.stacks[seat]
        cap = rules.most_raises[self.street]
        capped = cap is not None and self.raises >= cap
        if everything <= self.current or capped or len(self._able()) == 1:
            return self.ours
        if rules.betting is Betting.LIMIT:
            least = most = min(everything, self.current + self.full_raise)
        else:
            least = min(everything, self._least or self.current + self.full_raise)
            most = everything
        return self.ours._replace(least=least, most=most)

    def _able(self) -> list[int]:
        """Who is in the hand and has chips left."""
        return [seat for seat in self.inside if self.stacks[seat]]

    def _next_turn(self, start: int) -> None:
        idle = self._idle_blind() if self.departures is not None else None
        if idle is None:
            super()._next_turn(start)
            return
        self.seat = idle
        self.legal = self.ours = self.theirs = Legal(self.rules.free_folds, 0, 0, 0)
        assert self.departures is not None
        self.departures.append(f"asks seat {idle}, the only one with chips left, for a check")

    def _idle_blind(self) -> int | None:
        """A blind who has nothing to call and nobody to bet against, if the dealer asks him."""
        able = self._able()
        if self.street or len(able) != 1 or self.folded.count(False) == 1:
            return None
        (seat,) = able
        owes = self.bets[seat] < self._most_of_others(seat)
        asked = self._actions_left > 0 or self._only_first_street
        return seat if asked and not owes and not self.has_acted(seat) else None


class FollowedHand(Hand):
    """A hand as a dealer tells it to a seat: the cards of others are unknown, the board grows.

    On a ``foreign`` dealer it may also go as the competition's dealer has it: see `FollowedState`.
    What a seat may do itself, ``legal``, is by our rules, so it is right on either dealer.
    """

    __slots__ = ("followed",)

    def __init__(
        self, rules: Rules, state: MatchState, names: tuple[str, ...] = (), *, foreign: bool = False
    ) -> None:
        self.followed = FollowedState(rules, foreign=foreign)
        self.followed.look_ahead(state.betting)
        super().__init__(rules, _deal(state), names, check=False, state=self.followed)

    @property
    def departures(self) -> list[str] | None:
        """Where a foreign dealer went other ways than we would have, in words."""
        return self.followed.departures

    def tell(self, state: MatchState, heard: str = "") -> None:
        """Bring the hand up to a line, of whose betting this much has been heard."""
        deal, followed = _deal(state), self.followed
        self._deal = deal
        followed.look_ahead(state.betting, heard)
        if followed.seat is not None:
            followed.legal = followed.theirs
        past = [""] * heard.count("/")
        play_betting(self, [*past, *state.betting[len(heard) :].split("/")])
        if followed.seat is not None:
            followed.legal = followed.ours
        if len(followed.board) != len(deal.board):
            raise NotationError(f"{str(state)[:80]!r} has more board than betting")


def hand_of(
    state: MatchState, rules: Rules, names: tuple[str, ...] = (), *, foreign: bool = False
) -> FollowedHand:
    """The hand that a line tells, played by the rules; of a foreign dealer, also by his."""
    hand = FollowedHand(rules, state, names, foreign=foreign)
    hand.tell(state)
    return hand


def _deal(state: MatchState) -> Deal:
    return Deal(state.holes, tuple([card for street in state.board for card in street]))


def goes_on(before: MatchState, after: MatchState) -> bool:
    """True if a line tells how the hand of another one goes on."""
    streets, betting = len(before.board), len(before.betting)
    return (
        after[:2] == before[:2]
        and after.betting[:betting] == before.betting
        and not after.betting[betting : betting + 1].isdigit()  # r30 does not go on as r300
        and after.board[:streets] == before.board
        and all(known in ((), hole) for known, hole in zip(before.holes, after.holes, strict=True))
    )
