"""What a seat sees, as a vector of numbers."""

import numpy as np
import numpy.typing as npt

from villain.envs.action_menu import ActionMenu, Mask
from villain.game.batch_observation import HIDDEN, RAISES, BatchObservation
from villain.game.rules import Betting, Rules
from villain.kernels.arrays import CardArray
from villain.kernels.batch_records import NOBODY

Vectors = npt.NDArray[np.float32]


class Encoding:
    """The vectors of a game: what `fields` lists one after the other, chips in big blinds.

    Players stand in the order of seats, the viewer first: whoever acts after him is the next.

    - ``hole`` and ``board``: 1 for each of the 52 cards that is there;
    - ``street`` and ``seat``: 1 for the street, and for the viewer's seat: 0 acts first after the
      flop, the last has the button;
    - ``call``: what a call costs; ``pot``: all that was put in, bets included;
    - ``stacks``: what each player can still put in; ``bets``: what lies before him on this street;
      ``put_in``: what he has put in since the hand began;
    - ``folded``: 1 for who has; ``raiser``: 1 for who raised last in the hand;
    - ``open``: 1 for each action of the menu that may be taken.

    In a limit game without limit on the stacks, these are what the rules let one put in at most.

    >>> from villain.game import no_limit_holdem
    >>> rules = no_limit_holdem(3)
    >>> encoding = Encoding(rules, ActionMenu(rules))
    >>> encoding.size, encoding.fields["pot"], encoding.high[encoding.fields["stacks"]]
    (133, slice(112, 113, None), array([100., 100., 100.], dtype=float32))
    """

    def __init__(self, rules: Rules, menu: ActionMenu) -> None:
        self.rules, players = rules, rules.players
        self._most = min(max(rules.stacks), _most_put_in(rules))
        chips = self._most / rules.big_blind
        lengths_and_highs = {
            "hole": (52, 1.0),
            "board": (52, 1.0),
            "street": (rules.streets, 1.0),
            "seat": (players, 1.0),
            "call": (1, chips),
            "pot": (1, players * chips),
            "stacks": (players, chips),
            "bets": (players, chips),
            "put_in": (players, chips),
            "folded": (players, 1.0),
            "raiser": (players, 1.0),
            "open": (len(menu), 1.0),
        }
        self.fields: dict[str, slice] = {}
        self.size = 0
        for name, (length, _) in lengths_and_highs.items():
            self.fields[name] = slice(self.size, self.size + length)
            self.size += length
        self.low: Vectors = np.zeros(self.size, np.float32)
        self.high: Vectors = np.concatenate(
            [np.full(length, high, np.float32) for length, high in lengths_and_highs.values()]
        )

    def encode(self, seen: BatchObservation, mask: Mask) -> Vectors:
        """The vectors of what is seen, a row for each hand; ``mask`` says what is open there."""
        count, players, fields = len(seen.hands), self.rules.players, self.fields
        rows = np.arange(count)[:, None]
        from_viewer = (seen.seat[:, None] + np.arange(players)) % players
        put_in = seen.starting - seen.stacks
        left = np.minimum(seen.starting, self._most) - put_in
        vectors: Vectors = np.zeros((count, self.size), np.float32)
        _mark_cards(vectors[:, fields["hole"]], seen.hole)
        _mark_cards(vectors[:, fields["board"]], seen.board)
        vectors[:, fields["street"]] = seen.street[:, None] == np.arange(self.rules.streets)
        vectors[:, fields["seat"]] = seen.seat[:, None] == np.arange(players)
        vectors[:, fields["call"]] = seen.legal.call[:, None]
        vectors[:, fields["pot"]] = seen.pot[:, None]
        for name, by_seat in (("stacks", left), ("bets", seen.bets), ("put_in", put_in)):
            vectors[:, fields[name]] = by_seat[rows, from_viewer]
        chips = slice(fields["call"].start, fields["put_in"].stop)
        # When a hand is over, winners have more than they could put in.
        vectors[:, chips] = np.clip(
            vectors[:, chips] / self.rules.big_blind, self.low[chips], self.high[chips]
        )
        vectors[:, fields["folded"]] = seen.folded[rows, from_viewer]
        vectors[:, fields["raiser"]] = _last_raiser(seen)[:, None] == from_viewer
        vectors[:, fields["open"]] = mask
        return vectors


def _most_put_in(rules: Rules) -> int:
    """The most that the betting lets one put in, whatever his stack."""
    caps = rules.most_raises
    if rules.betting is not Betting.LIMIT or None in caps:
        return max(rules.stacks)
    bets = sum(bet * (cap or 0) for bet, cap in zip(rules.bets, caps, strict=True))
    return max(rules.blinds) + bets + rules.ante + max(rules.dead, default=0)


def _mark_cards(marks: Vectors, cards: CardArray) -> None:
    hands, places = np.nonzero(cards != HIDDEN)
    marks[hands, cards[hands, places]] = 1


def _last_raiser(seen: BatchObservation) -> npt.NDArray[np.int64]:
    """The seat that raised last in each hand, `NOBODY` if none has."""
    raiser = np.full(len(seen.hands), NOBODY)
    for seats, kinds, _ in seen.line:
        acting = seats[seen.hands]
        raiser = np.where((acting != NOBODY) & (kinds[seen.hands] == RAISES), acting, raiser)
    return raiser
