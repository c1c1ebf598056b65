"""A decision that can be taken again: the hand up to it, and the agents as they were."""

import pickle
from collections.abc import Sequence
from dataclasses import dataclass

from villain.agents.agent import Agent
from villain.cards.card import Card, show
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action, Legal, raise_to
from villain.game.deal import Deal
from villain.game.hand import Hand
from villain.game.rules import Betting, Rules

Frozen = tuple[bytes, ...]
"""Agents by seat, pickled: nothing that is done with copies of them changes them."""


def freeze(agents: Sequence[Agent]) -> Frozen:
    """Keep agents as they are now; one that cannot be pickled cannot be judged."""
    try:
        return tuple(pickle.dumps(agent) for agent in agents)
    except Exception as error:
        raise VillainError(
            f"an agent cannot be pickled, which a judge needs to play on from here: {error}"
        ) from None


def thaw(agent: bytes) -> Agent:
    """A copy of an agent as it was."""
    thawed: Agent = pickle.loads(agent)
    return thawed


@dataclass(frozen=True, slots=True)
class Moment:
    """A seat's turn: everybody's cards, the board so far, the actions so far, and the agents.

    >>> from villain.agents import make_agent
    >>> from villain.cards import parse_cards
    >>> from villain.game import limit_holdem
    >>> holes = tuple(tuple(parse_cards(cards)) for cards in ("AsAh", "KsKh"))
    >>> callers = freeze([make_agent("call"), make_agent("call")])
    >>> moment = Moment(limit_holdem(2), ("hero", "villain"), holes, (), (), callers)
    >>> moment.hand().seat, str(moment.legal), len(moment.unseen)
    (1, 'fold, call 1, raise to 4', 48)
    """

    rules: Rules
    names: tuple[str, ...]
    holes: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...]
    actions: tuple[Action, ...]
    agents: Frozen

    def __post_init__(self) -> None:
        if len(self.holes) != self.rules.players or not all(self.holes):
            raise VillainError(
                "a judge needs everybody's cards, and not all are known; take a hand that was "
                "played here, or one in which all are written down"
            )
        if len(self.agents) != self.rules.players:
            raise VillainError(
                f"{len(self.agents)} agents for {self.rules.players} seats; every seat needs one "
                "that plays on for it"
            )

    def hand(self, to_come: tuple[Card, ...] = ()) -> Hand:
        """The hand as it stood, with these cards to come on the board."""
        deal = Deal(self.holes, self.board + to_come)
        hand = Hand(self.rules, deal, self.names, check=False)
        for action in self.actions:
            hand.act(action)
        return hand

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        seat = self.hand().seat
        if seat is None:
            raise VillainError("the hand is over; there is nothing to decide")
        return seat

    @property
    def legal(self) -> Legal:
        """The legal actions of the seat."""
        legal = self.hand().legal
        assert legal is not None
        return legal

    @property
    def missing(self) -> int:
        """The number of board cards still to come."""
        return sum(self.rules.board_cards) - len(self.board)

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that nobody holds and that are not on the board."""
        known = {*self.board, *(card for hole in self.holes for card in hole)}
        return tuple(card for card in self.rules.deck if card not in known)

    @property
    def script(self) -> str:
        """The actions so far, as ``villain read`` takes them: ``r c / 3h4cJh: c r``."""
        hand = Hand(self.rules, Deal(self.holes, self.board), self.names, check=False)
        limit, streets, street = self.rules.betting is Betting.LIMIT, [""], 0
        for action in self.actions:
            size = "" if limit or action.kind != "raise" else str(action.to)
            streets[-1] += f" {action.kind[0]}{size}"
            hand.act(action)
            while street < hand.street:
                street += 1
                dealt = sum(self.rules.board_cards[:street])
                cards = self.board[dealt : dealt + self.rules.board_cards[street]]
                streets.append(f" {show(cards)}:")
        return " /".join(streets).strip()


def candidates(moment: Moment, taken: Action | None = None) -> tuple[Action, ...]:
    """The actions to compare: fold, call and raise, and the one that was taken.

    Where one may choose how much to raise, these are the least, half the pot, the pot and the
    most, counted after a call as players do.
    """
    hand, legal = moment.hand(), moment.legal
    actions = [FOLD] * legal.fold + [CALL]
    if legal.can_raise:
        assert hand.seat is not None
        called = hand.bets[hand.seat] + legal.call
        pot = sum(hand.committed) + legal.call
        wanted = (legal.least, called + pot // 2, called + pot, legal.most)
        actions += [raise_to(min(max(to, legal.least), legal.most)) for to in wanted]
    if taken is not None:
        if not legal.allows(taken):
            raise VillainError(f"seat {hand.seat} may not {taken} here; legal: {legal}")
        actions.append(taken)
    # Raises in the order of their size, each once.
    return tuple(
        sorted(set(actions), key=lambda one: (("fold", "call", "raise").index(one[0]), one))
    )
