"""The simulator: tries its moves in small games, and makes the one that earned most [poki]."""

from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

import numpy as np

from villain.agents.agent import Agent
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.deal import Deal
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.game.showdown import rank_seats
from villain.kernels.arrays import CountArray, FloatArray
from villain.models.answers import weights_held
from villain.models.registry import ModelSpec, make_model
from villain.strategy.simulation import (
    Budget,
    Obvious,
    PlayOut,
    Sampler,
    Simulation,
    choose,
    sample_trials,
    simulate,
    truncate,
)
from villain.strategy.small_games import (
    Strategy,
    complete,
    decide,
    find_strategy,
    fits,
    is_small,
    replay_actions,
    without_suits,
)

SURPRISE = 0.01
"""The chance that an opponent does not follow the strategy that he is taken to have."""

REMEMBERED = 20_000
"""So many spots are kept; they all look the same when they come again."""


class Simulator(Agent):
    """Plays small games by trials: deals what is hidden, tries each move and plays on.

    The others are taken to play as ``opponent`` says (``moderate``, ``tight``, ``loose``, ``call``,
    ``raise`` or ``random``), itself later on as ``own`` says. What they hold follows from what they
    did, by Bayes; or is what a ``model`` says that reads the game. With a ``depth`` a trial ends
    after so many further actions, as if everybody then showed. Moves within ``close`` standard
    errors of the best are mixed.
    """

    def __init__(
        self,
        seed: int = 0,
        trials: int = 200,
        depth: int = 0,
        opponent: str = "moderate",
        own: str = "moderate",
        model: "ModelSpec | None" = None,
        close: float = 1.0,
    ) -> None:
        super().__init__(seed)
        if not 2 <= trials <= 1_000_000 or depth < 0 or close < 0:
            raise VillainError(
                f"trials={trials}, depth={depth}, close={close:g}; there should be 2 to "
                "1,000,000 trials, and the others 0 or more"
            )
        self.opponent, self.own = find_strategy(opponent), find_strategy(own)
        self.model = None if model is None else make_model(model)
        self.trials, self.depth, self.close = trials, depth or None, close
        self._seed = seed
        self._known: dict[Observation, Simulation] = {}

    @classmethod
    def plays(cls, rules: Rules) -> bool:
        """Limit games of one card each and few deals: Kuhn's, Leduc, one-card poker."""
        return is_small(rules)

    def act(self, seen: Observation) -> Action:
        """Try the moves, and choose by what they earned."""
        self._observe(seen)
        moves = legal_moves(seen)
        if len(moves) == 1:
            return moves[0]
        return moves[choose(self.consider(seen), self.rng, errors=self.close)]

    def watch(self, seen: Observation) -> None:
        """See how the hand ended."""
        self._observe(seen)

    def _observe(self, seen: Observation) -> None:
        if self.model is not None and self.model.reads(seen.rules):
            self.model.observe(seen)

    def consider(self, seen: Observation) -> Simulation:
        """The earnings of each legal move from here on; a fold earns nothing.

        Trials depend on the seed and their number, so the same spot has the same values again.
        """
        if self.model is not None and self.model.reads(seen.rules):
            return self._simulate(seen)  # what it learns changes the values
        seen = without_suits(seen)
        if seen not in self._known:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[seen] = self._simulate(seen)
        return self._known[seen]

    def _simulate(self, seen: Observation) -> Simulation:
        moves = legal_moves(seen)
        fixed = {0: 0.0} if moves[0] == FOLD else {}
        tried = moves[len(fixed) :]
        trials = sample_trials(
            deals(seen, self.weights(seen)),
            play_out(seen, tried, self.opponent, self.own, self.depth),
            len(tried),
            self._seed,
        )
        worst = float(seen.pot)  # what is in the middle can be lost in a line that seldom comes
        return simulate(trials, len(moves), Budget(self.trials), Obvious(worst=worst), fixed)

    def weights(self, seen: Observation) -> FloatArray:
        """By seat and card of the deck: how likely the seat holds it; in one's own row ones."""
        if self.model is None or not self.model.reads(seen.rules):
            return fits(seen, self.opponent, SURPRISE)
        rows = np.ones((seen.rules.players, len(seen.rules.deck)))
        for seat in range(seen.rules.players):
            if seat != seen.seat:
                rows[seat] = weights_held(self.model, seen, seat)
        return rows


def legal_moves(seen: Observation) -> list[Action]:
    """The legal moves, the least aggressive first; in limit there is one raise."""
    legal = seen.legal
    assert legal is not None
    moves = [FOLD, CALL] if legal.fold else [CALL]
    return [*moves, raise_to(legal.least)] if legal.can_raise else moves


def deals(seen: Observation, weights: FloatArray) -> Sampler[Deal]:
    """Draws everybody's cards by weight, no card twice, and the board from what is left."""
    deck = seen.rules.deck
    unseen = [card for card in deck if card not in (*seen.hole, *seen.board)]
    places = [deck.index(card) for card in unseen]
    others = [seat for seat in range(seen.rules.players) if seat != seen.seat]
    orders = _orders(len(unseen), len(others))
    joint = np.ones(len(orders))
    for column, seat in enumerate(others):
        joint *= weights[seat, places][orders[:, column]]
    sums = np.cumsum(joint if joint.any() else np.ones(len(orders)))

    def draw(rng: np.random.Generator) -> Deal:
        place = np.searchsorted(sums, rng.random() * sums[-1], side="right")
        drawn = [unseen[card] for card in orders[min(place, len(orders) - 1)].tolist()]
        rest = [card for card in unseen if card not in drawn]
        return complete(seen, drawn + [rest[card] for card in rng.permutation(len(rest))])

    return draw


@lru_cache(maxsize=64)
def _orders(cards: int, players: int) -> CountArray:
    """The ways to deal one card each."""
    return np.array(list(permutations(range(cards), players)), np.int64)


class Line(NamedTuple):
    """A hand that is tried, its cards, and what one had put in before."""

    hand: Hand
    deal: Deal
    before: int


def play_out(
    seen: Observation, moves: list[Action], opponent: Strategy, own: Strategy, depth: int | None
) -> PlayOut[Deal]:
    """The winnings from here on if one makes a move and everybody then follows a strategy."""
    mine = seen.seat

    def make(deal: Deal, move: int) -> Line:
        hand = replay_actions(Hand(seen.rules, deal, check=False), seen)
        before = hand.committed[mine]
        hand.act(moves[move])
        return Line(hand, deal, before)

    def step(line: Line, rng: np.random.Generator) -> Line:
        hand, seat = line.hand, line.hand.seat
        assert seat is not None
        assert hand.legal is not None
        triple = decide(own if seat == mine else opponent, hand, line.deal.holes[seat][0])
        point = rng.random()
        if point < triple.fold:
            hand.act(FOLD)
        elif point < triple.fold + triple.call or not hand.legal.can_raise:
            hand.act(CALL)
        else:
            hand.act(raise_to(hand.legal.least))
        return line

    def result(line: Line) -> float | None:
        payoffs = line.hand.payoffs
        return None if payoffs is None else float(payoffs[mine] + line.before)

    def evaluate(line: Line, rng: np.random.Generator) -> float:  # noqa: ARG001
        """One's share of the pot if everybody showed now, less what one has put in since."""
        hand, deal = line.hand, line.deal
        left = {seat: deal.holes[seat] for seat, out in enumerate(hand.folded) if not out}
        ranks = rank_seats(seen.rules.comparison, left, deal.board)
        best = [seat for seat, rank in ranks.items() if rank == max(ranks.values())]
        share = (mine in best) / len(best)
        return share * sum(hand.committed) + line.before - hand.committed[mine]

    return truncate(make, step, result, evaluate, depth)
