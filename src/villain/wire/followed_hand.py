"""A hand that is followed by the lines of a dealer, who has the last word on what may be done."""

import re

from villain.errors import NotationError
from villain.game.actions import Action, Legal
from villain.game.deal import Deal
from villain.game.hand import NOT_YET, Hand
from villain.game.rules import Betting, Rules
from villain.hands.formats.acpc import play_betting
from villain.wire.states import MatchState

_MOVE = re.compile("[fcr]")


class FollowedHand(Hand):
    """A hand as a dealer tells it to a seat: the cards of others are unknown, the board grows.

    On a ``foreign`` dealer it may also go as the competition's dealer has it. With unequal stacks
    that differs from our rules: every all-in opens the betting anew, and counts as a raise in
    limit; after an all-in of less than a raise one may raise by less than we allow; one may raise
    where nobody has chips to answer it; and a blind is asked to check against players who are
    all-in for less. ``departures`` says in words where he went other ways than we would have; on a
    dealer of ours it is None. What a seat may do itself, ``legal``, is by our rules, so it is
    right on either dealer.
    """

    __slots__ = ("_actions_left", "_least", "_only_first_street", "_ours", "_theirs", "departures")

    def __init__(
        self, rules: Rules, state: MatchState, names: tuple[str, ...] = (), *, foreign: bool = False
    ) -> None:
        self.departures: list[str] | None = [] if foreign else None
        self._ours = self._theirs = Legal(False, 0, 0, 0)
        self._least = 0
        self._look_ahead(rules, state.betting)
        super().__init__(rules, _deal(state), names, check=False)

    def tell(self, state: MatchState, heard: str = "") -> None:
        """Bring the hand up to a line, of whose betting this much has been heard."""
        deal = self._deal = _deal(state)
        self._look_ahead(self.rules, state.betting, heard)
        if self.seat is not None:
            self.legal = self._theirs
        past = [""] * heard.count("/")
        play_betting(self, [*past, *state.betting[len(heard) :].split("/")])
        if self.seat is not None:
            self.legal = self._ours
        if len(self.board) != len(deal.board):
            raise NotationError(f"{str(state)[:80]!r} has more board than betting")

    def _look_ahead(self, rules: Rules, betting: str, heard: str = "") -> None:
        """Note how many actions are left on the first street, and whether there is another."""
        first, *later = betting.split("/")
        self._actions_left = len(_MOVE.findall(first[len(heard) :]))
        self._only_first_street = not later and rules.streets > 1

    # Where the competition's dealer goes other ways than we do

    def act(self, action: Action) -> None:
        """Let the seat whose turn it is do what the dealer tells."""
        seat, ours = self.seat, self._ours
        self._actions_left -= 1
        super().act(action)
        if self.departures is not None and not ours.allows(action):
            self.departures.append(f"lets seat {seat} {action}; by our rules: {ours}")

    def _begin_street(self) -> None:
        self._least = 0
        super()._begin_street()

    def _raise(self, seat: int, to: int) -> None:
        before, raises = self._current, self._raises
        least = self._least or before + self._full_raise
        super()._raise(seat, to)
        self._least = max(least, 2 * to - before)
        if self.departures is not None and self.rules.betting is Betting.LIMIT:
            self._level, self._raises = to, raises + 1

    def _options(self, seat: int, facing: int) -> Legal:
        self._ours = super()._options(seat, facing)
        self._theirs = self._ours if self.departures is None else self._foreign_options(seat)
        return self._theirs

    def _foreign_options(self, seat: int) -> Legal:
        rules, everything = self.rules, self.bets[seat] + self.stacks[seat]
        cap = rules.most_raises[self.street]
        capped = cap is not None and self._raises >= cap
        if everything <= self._current or capped or len(self._able()) == 1:
            return self._ours
        if rules.betting is Betting.LIMIT:
            least = most = min(everything, self._current + self._full_raise)
        else:
            least = min(everything, self._least or self._current + self._full_raise)
            most = everything
        return self._ours._replace(least=least, most=most)

    def _able(self) -> list[int]:
        """The seats that are in the hand and have chips left."""
        return [seat for seat, out in enumerate(self.folded) if not out and self.stacks[seat]]

    def _next_turn(self, start: int) -> None:
        idle = self._idle_blind() if self.departures is not None else None
        if idle is None:
            super()._next_turn(start)
            return
        self.seat = idle
        self.legal = self._ours = self._theirs = Legal(self.rules.free_folds, 0, 0, 0)
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
        return seat if asked and not owes and self._acted_at[seat] == NOT_YET else None


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
