"""A hand that was played somewhere: what every format can say of it, and what it comes to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain, zip_longest

from villain.cards.card import Card, distinct
from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.deal import Deal
from villain.game.events import Acted, Dealt, Returned, Shown, Won
from villain.game.hand import Hand
from villain.game.public_state import PublicState
from villain.game.rules import Rules

MOST_PLAYERS = 12
NEEDLESS_CHECK = "a check that nobody had to make is left out"


class OutOfTurnError(VillainError):
    """Somebody acts whose turn it is not."""


class WrongChipsError(VillainError):
    """Somebody calls with other chips than he owes."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a hand, and the unit in which its chips are counted.

    ``number`` is the site's number of the hand, ``time`` is as the site told it, in its own
    ``zone``; ``seats`` are the numbers of the chairs, ``chairs`` how many the table has. Chips are
    whole numbers: with two ``decimals`` they are cents of the ``currency`` (such as ``USD``; empty
    for play money and tournament chips). ``hero`` is the seat that wrote the hand down. ``fields``
    are what else a PHH file says, by name, as TOML.
    """

    site: str = ""
    number: str = ""
    time: datetime | None = None
    zone: str = ""
    table: str = ""
    seats: tuple[int, ...] = ()
    chairs: int = 0
    currency: str = ""
    decimals: int = 0
    tournament: str = ""
    hero: int | None = None
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HandHistory:
    """A hand from beginning to end.

    Seats are as in `Rules`. ``holes`` are empty where nobody knows them; ``shown`` are the seats
    whose cards everybody got to see. ``collected`` is what each seat took from the pots after the
    rake; None: as the rules have it, without rake. ``unseen`` are the seats that won at a showdown
    with cards that nobody saw. ``notes`` say what was odd about the source.

    What else a source states is there to be checked: ``turns`` are street and seat of each action,
    ``paid`` the chips of each call and None for other actions, and ``pot_and_rake`` the pot before
    the rake, and the rake.
    """

    rules: Rules
    names: tuple[str, ...]
    actions: tuple[Action, ...]
    holes: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...] = ()
    shown: frozenset[int] = frozenset()
    collected: tuple[int, ...] | None = None
    origin: Origin = field(default_factory=Origin)
    turns: tuple[tuple[int, int], ...] = field(default=(), compare=False)
    unseen: frozenset[int] = frozenset()
    notes: tuple[str, ...] = field(default=(), compare=False)
    paid: tuple[int | None, ...] = field(default=(), compare=False, repr=False)
    pot_and_rake: tuple[int, int] | None = field(default=None, compare=False, repr=False)

    def replay(self) -> Hand:
        """Play the hand again; raise unless it is legal, complete, and comes to what it says."""
        hand = self.play()
        disagreement = self.disagreement(hand)
        if disagreement:
            raise VillainError(disagreement)
        return hand

    def play(self) -> Hand:
        """Play the hand again; raise unless it is legal and complete."""
        self.check()
        hand = self.begin()
        for action, turn, chips in zip_longest(self.actions, self.turns, self.paid):
            if turn is not None and turn != (hand.street, hand.seat):
                self._wrong_turn(hand, turn)
            if chips is not None and hand.legal is not None and chips != hand.legal.call:
                self._check_call(hand.state, chips)
            hand.act(action)
        if not hand.over:
            raise VillainError(
                f"the hand breaks off: {self.names[hand.seat or 0]!r} is still to act"
            )
        if len(hand.board) != len(self.board):
            raise VillainError(
                f"the board has {len(self.board)} cards where the betting shows {len(hand.board)}"
            )
        return hand

    def begin(self) -> Hand:
        """The hand before anybody acts."""
        mucks = frozenset(range(self.rules.players)) - self.shown
        deal = Deal(self.holes, self.board)
        return Hand(self.rules, deal, self.names, check=False, mucks=mucks, unseen=self.unseen)

    def undecided(self, hand: Hand) -> bool:
        """True if nobody knows who won a pot of a hand that was played; it counts as shared."""
        if hand.folded.count(False) == 1:
            return False
        seen = {event.seat for event in hand.events if isinstance(event, Shown)} | self.unseen
        return any(seen.isdisjoint(pot.seats) for pot in hand.pots if len(pot.seats) > 1)

    def _wrong_turn(self, hand: Hand, turn: tuple[int, int]) -> None:
        street, seat = turn
        complaint = f"{self.names[seat]!r} acts on street {street}"
        if hand.seat is None:
            raise OutOfTurnError(f"{complaint} after the end of the betting")
        raise OutOfTurnError(
            f"{complaint} where it is {self.names[hand.seat]!r}'s turn on street {hand.street}"
        )

    def _check_call(self, state: PublicState, chips: int) -> None:
        """Raise unless a call is of all that was bet: some sources have that beside an all-in."""
        assert state.seat is not None
        owed = state.current - state.bets[state.seat]
        if chips != min(owed, state.stacks[state.seat]):
            raise WrongChipsError(f"{self.names[state.seat]!r} calls {chips} of {owed}")

    def check(self) -> None:
        """Raise unless names, cards and the hero fit the players."""
        players = self.rules.players
        if players > MOST_PLAYERS:
            raise VillainError(f"{players} players; there can be up to {MOST_PLAYERS}")
        if len(self.names) != players or len(self.holes) != players:
            raise VillainError(f"{len(self.names)} names for {players} players")
        if len(set(self.names)) < players or not all(self.names):
            raise VillainError("two players have the same name, or one has none")
        if self.origin.hero is not None and not 0 <= self.origin.hero < players:
            raise VillainError(f"player {self.origin.hero + 1} of {players} is said to be the hero")
        if not {0, self.rules.hole_cards}.issuperset(map(len, self.holes)):
            raise VillainError(f"a hand of other than {self.rules.hole_cards} cards")
        cards = [*chain.from_iterable(self.holes), *self.board]
        if len(set(cards)) < len(cards):
            distinct(cards)

    def disagreement(self, hand: Hand) -> str:
        """The error in what the players collected, by the rules; empty if there is none."""
        if self.collected is None:
            return ""
        due = winnings(hand)
        contested = [len(pot.seats) > 1 for pot in hand.pots].count(True)
        if adds_up(self.collected, due, contested):
            return ""
        return f"the pots go {due} by the rules, and {self.collected} by the history"

    def wrong_pot(self, hand: Hand) -> str:
        """The error in the pot and the rake that the source states; empty if there is none.

        A bet that nobody called goes back, and an ante that nobody could match may.
        """
        if self.pot_and_rake is None:
            return ""
        (pot, rake), collected = self.pot_and_rake, sum(self.collected or ())
        back, bets = uncalled(hand), sorted(hand.bets)
        bet = hand.state.pot + (back[1] if back else 0) - (bets[-1] - bets[-2])
        if pot == collected + rake and pot in (bet, hand.state.pot):
            return ""
        return f"{pot} chips are told, {collected} collected, {rake} rake, and {bet} were bet"

    def net(self, hand: Hand) -> tuple[int, ...]:
        """Each seat's winnings or losses in a replayed hand, rake included."""
        took = winnings(hand) if self.collected is None else self.collected
        return tuple(got - put for got, put in zip(took, hand.committed, strict=True))

    def rake(self, hand: Hand) -> int:
        """The chips that the house took."""
        return 0 if self.collected is None else sum(winnings(hand)) - sum(self.collected)


def history_of(hand: Hand, origin: Origin) -> HandHistory:
    """A hand that was played here and is over, with everybody's cards."""
    holes: list[tuple[Card, ...]] = [()] * hand.rules.players
    actions, shown = [], set()
    for event in hand.events:
        if isinstance(event, Dealt):
            holes[event.seat] = event.cards or ()
        elif isinstance(event, Acted):
            actions.append(Action(event.kind, event.to if event.kind == "raise" else 0))
        elif isinstance(event, Shown):
            shown.add(event.seat)
    return HandHistory(
        hand.rules,
        hand.names,
        tuple(actions),
        tuple(holes),
        hand.board,
        frozenset(shown),
        origin=origin,
    )


def winnings(hand: Hand) -> tuple[int, ...]:
    """Each seat's chips from the pots of a hand that is over, before any rake."""
    took = [0] * hand.rules.players
    for event in hand.events:
        if isinstance(event, Won):
            took[event.seat] += event.chips
    return tuple(took)


def with_stacks(rules: Rules, stacks: tuple[int, ...]) -> Rules:
    """The same game with other stacks; the rest of the rules, which was checked, is not again."""
    if len(stacks) != rules.players or min(stacks) < 1:
        return rules.with_stacks(*stacks)  # which says what is wrong
    other = object.__new__(Rules)
    other.__dict__.update(rules.__dict__, stacks=stacks)
    return other


def adds_up(collected: tuple[int, ...], due: tuple[int, ...], contested: int) -> bool:
    """True if players took what is due to them, or less by the rake.

    An odd chip of each ``contested`` pot may have gone to another winner, as at some sites.
    """
    pots = sum(due)
    if len(collected) != len(due) or sum(collected) > pots:
        return False
    for took, pot in zip(collected, due, strict=True):
        if not (0 < took <= pot + contested * (pot < pots) if pot > 0 else took == 0):
            return False
    return True


def needless_check(hand: Hand, seat: int) -> bool:
    """True if the betting is over because all others are all-in, and this seat has chips left.

    The big blind has nothing to decide beside somebody who is all-in for no more than that; some
    sites write that he checks.
    """
    left = [one for one, out in enumerate(hand.folded) if not out]
    rich = [one for one in left if hand.rules.stacks[one] > hand.committed[one]]
    return hand.over and len(left) > 1 and rich == [seat]


def uncalled(hand: Hand) -> tuple[int, int] | None:
    """The seat that got a bet back which nobody called, and the chips."""
    for event in hand.events:
        if isinstance(event, Returned):
            return event.seat, event.chips
    return None
