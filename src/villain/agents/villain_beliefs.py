"""What `villain` believes of its opponent: what the crowd's network says, and how far to trust it.

He is held to it by so much as was seen of him in such decisions [dbr], and by how well it has
predicted him of late.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from villain.agents.expert import policy_of
from villain.agents.villain_plans import Plans, street_end
from villain.cards.range import possible
from villain.game.events import Event
from villain.game.observation import Observation
from villain.game.public_state import PublicState
from villain.game.rules import Rules
from villain.game.situation import Decision, decisions_in, situation_of
from villain.kernels.arrays import FloatArray
from villain.models.bound_play import Evidence, evidence_of, share_kinds
from villain.models.crowd.kinds import kind_of
from villain.models.crowd.model import CrowdModel
from villain.models.model import HandsOfPlayers
from villain.solver.resolving import Held
from villain.solver.street_betting import Line
from villain.solver.street_game import StreetGame
from villain.solver.street_solution import Answers
from villain.solver.values.board_facts import SingleArray

ENOUGH = 30
"""With so many decisions of a kind seen he is held to the model half the time there."""

DRIFT, ALARM, WIDTH = 0.35, 5.0, 1.0
"""Surprise beyond what the model expects of itself is summed, less the drift for each decision; at
the alarm half of the trust is left, within a width on either side most or hardly any."""

MOST_SURPRISE = 3.0
"""No single decision surprises by more."""

HANDS, STEPS = 20, 4
"""The game before the flop is solved again after so many hands, and when the trust that is left has
changed by a step, of which there are so many."""

LEAST = 1e-4
"""No chance, and no share of a range, is taken to be less."""


class Trust:
    """How far a model of one player is to be trusted: what was seen, and how surprising it was."""

    def __init__(self) -> None:
        self.seen: Evidence = Counter()
        self.surprise = 0.0
        self.hands = 0

    def note(self, decision: Decision, chances: FloatArray) -> None:
        """Take in a decision of which the model gave the kinds such chances."""
        situation = decision.situation
        self.seen[situation.street, situation.owed > 0] += 1
        likely = np.maximum(chances / chances.sum(), LEAST)
        expected = -float((likely * np.log(likely)).sum())
        surprise = -float(np.log(likely[kind_of(decision)])) - expected
        self.surprise = max(0.0, self.surprise + min(surprise, MOST_SURPRISE) - DRIFT)

    @property
    def reliable(self) -> float:
        """The trust that is left after what surprised: 0 to 1."""
        return float(1 / (1 + np.exp((self.surprise - ALARM) / WIDTH)))

    def at(self, street: int, owed: bool) -> float:
        """How far he is held to the model at such a decision."""
        seen = self.seen[street, owed]
        return self.reliable * seen / (seen + ENOUGH)

    def after(self, street: int) -> float:
        """How far he is held to it on later streets."""
        seen = sum(count for (one, _), count in self.seen.items() if one > street)
        return self.reliable * seen / (seen + 2 * ENOUGH)

    def overall(self) -> float:
        """How far his range is taken to be the model's."""
        seen = sum(self.seen.values())
        return self.reliable * seen / (seen + 2 * ENOUGH)

    def mean(self) -> float:
        """How far he is held to it where he was seen, on average."""
        total = sum(self.seen.values())
        held = (count * self.at(*place) for place, count in self.seen.items())
        return sum(held) / total if total else 0.0


class BeliefStanding(NamedTuple):
    """Where the dial stands against one opponent, after so many hands.

    ``reliable`` is the trust that is left in the model after what surprised it, ``dial`` how far he
    is held to it, on average over the decisions that were seen.
    """

    hands: int
    dial: float
    reliable: float


class ReadBeliefs:
    """What a crowd model says of the other player, and how far he is held to it."""

    def __init__(self, dial: float | None) -> None:
        self.model, self.dial = CrowdModel(), dial
        self.trusts: dict[str, Trust] = {}
        self.names: tuple[str, ...] = ()
        self._ranges: dict[tuple[int | Event, ...], FloatArray] = {}

    def begin(self, seen: Observation) -> None:
        """Look at a hand."""
        self.names = seen.names

    def trust(self, seat: int) -> Trust:
        """The trust in what is known of a seat."""
        return self.trusts.get(self.names[seat]) or Trust()

    def key(self) -> object:
        """The names, hands in steps, and trust in steps: not every hand is a new game."""
        known = [self.trusts[name] for name in self.names if name in self.trusts]
        return self.names, tuple(
            (trust.hands // HANDS, round(STEPS * trust.reliable)) for trust in known
        )

    def standing(self) -> BeliefStanding | None:
        """Where the dial stands against whom it looked at last."""
        for name in self.names:
            if name in self.trusts:
                trust = self.trusts[name]
                dial = trust.mean() if self.dial is None else self.dial
                return BeliefStanding(trust.hands, dial, trust.reliable)
        return None

    def study(self, store: HandsOfPlayers, name: str, most: int | None) -> int:
        """Learn from what a store has of a player."""
        hands = self.model.study(store, name, most)
        trust = self.trusts.setdefault(name, Trust())
        trust.seen += evidence_of(store, name, most)
        trust.hands += hands
        return hands

    def _share(self, share: float) -> float:
        """A share by trust, unless the dial stands somewhere."""
        return share if self.dial is None else self.dial

    def learn(self, seen: Observation) -> None:
        """Take in a hand that is over."""
        self.begin(seen)
        seat = 1 - seen.seat
        trust = self.trusts.setdefault(seen.names[seat], Trust())
        weights = possible(seen.hole).astype(np.float64)
        state = PublicState(seen.rules)
        for decision in decisions_in(state, seen.names, seen.events, (seat,)):
            kinds = self.model.kinds(decision.name, decision.situation)
            weights *= possible(decision.situation.board)
            trust.note(decision, weights @ kinds)
            weights = _settled(weights * kinds[:, kind_of(decision)])
        trust.hands += 1
        self.model.observe(seen)
        self._ranges.clear()

    def range_of(self, rules: Rules, events: Sequence[Event], seat: int) -> FloatArray:
        """The range of a seat after some events, as the model has it."""
        key = seat, *events
        if key not in self._ranges:
            weights, state = np.ones(1326), PublicState(rules)
            for decision in decisions_in(state, self.names, events, (seat,)):
                kinds = self.model.kinds(decision.name, decision.situation)
                weights = _settled(weights * kinds[:, kind_of(decision)])
            self._ranges[key] = _settled(weights * possible(state.board))
        return self._ranges[key]

    def blend(
        self, rules: Rules, events: Sequence[Event], seat: int, held: FloatArray
    ) -> FloatArray:
        """The range of a seat: the model's, as far as it is trusted."""
        share = self._share(self.trust(seat).overall())
        if not share:
            return held
        mixed: FloatArray = share * self.range_of(rules, events, seat) + (1 - share) * held
        return mixed

    def hold(self, street: StreetGame, seat: int) -> Held:
        """Hold a seat to the model on a street, and value its ends by a best answer to it."""
        tree, facts, trust = street.tree, street.facts, self.trust(seat)
        name, number = self.names[seat], tree.start.street
        locks = dict[int, tuple[FloatArray, float]]()
        played = dict[int, FloatArray]()
        for line, node in tree.places.items():
            here = tree.nodes[node]
            if here.player != seat or not here.moves:
                continue
            situation = situation_of(tree.after(line), seat)
            kinds = self.model.kinds(name, situation).T
            chances = share_kinds(kinds, here, situation, 1.0)[:, facts.holdings]
            played[node] = chances
            share = self._share(trust.at(number, situation.owed > 0))
            if share:
                locks[node] = chances, share
        share = self._share(trust.after(number))
        if not share or number == 3 or not (~street.all_in).any():
            return Held(locks)
        return Held(locks, Answers(1 - seat, self._wins(street, seat, played), share))

    def _wins(self, street: StreetGame, seat: int, played: Mapping[int, FloatArray]) -> SingleArray:
        """What each holding wins at the ends of a street from one who plays so, and goes on so."""
        tree, facts, state = street.tree, street.facts, street.tree.start
        weights = street.game.weights[seat].astype(np.float64)
        reader, name = self.model.reader, self.names[seat]
        policy = policy_of(reader, name, street.spread(weights), state, seat, 1 - seat)
        plans = Plans(state.rules, state.board, policy)
        wins = np.zeros((len(street.pots), facts.size), np.float32)
        for leaf, line in enumerate(_ends(street)):
            if street.all_in[leaf]:
                continue
            reach = weights
            for length in range(len(line)):
                node, below = tree.places[line[:length]], tree.places[line[: length + 1]]
                if node in played:
                    reach = reach * played[node][tree.nodes[node].children.index(below)]
            reach = np.maximum(reach, LEAST * weights)
            end = street_end(tree.after(line), seat, street.pots[leaf], street.stacks[leaf])
            rivals = facts.rivals(reach[None])[0]
            wins[leaf] = plans.wins(end, reach) / np.maximum(rivals, 1e-30)
        return wins


def _ends(street: StreetGame) -> list[Line]:
    """The lines that end the street with chips behind or all in, in the order of leaves."""
    leaf = street.game.tree_record.leaf
    lines = {int(leaf[node]): line for line, node in street.tree.places.items() if leaf[node] >= 0}
    return [lines[number] for number in range(len(street.pots))]


def _settled(weights: FloatArray) -> FloatArray:
    total = weights.sum()
    settled: FloatArray = weights / total if total > 0 else np.full(1326, 1 / 1326)
    return settled
