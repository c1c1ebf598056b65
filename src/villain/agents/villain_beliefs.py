"""What `villain` believes of its opponent: what the crowd's network says, and how far to trust it.

He is held to it by so much as was seen of him in such decisions [dbr], and by how well it has
predicted him of late.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import inf
from typing import NamedTuple

import numpy as np

from villain.agents.villain_plans import Plans, street_end
from villain.agents.villain_reads import read_by
from villain.cards.combo import Combo
from villain.cards.range import possible
from villain.game.events import Event
from villain.game.observation import Observation
from villain.game.public_state import PublicState
from villain.game.rules import Rules
from villain.game.situation import Decision, Situation, decisions_in, shown_cards, situation_of
from villain.kernels.arrays import FloatArray
from villain.models.bound_play import Evidence, evidence_of, share_kinds
from villain.models.crowd import grid
from villain.models.crowd.departures import Departures, SeenDecision, by_step
from villain.models.crowd.grid import Cell, cell_at, cell_of
from villain.models.crowd.runouts import steps_on
from villain.models.model import HandsOfPlayers
from villain.models.registry import ModelSpec
from villain.solver.exposure import gift
from villain.solver.resolving import Held, ReviewedStreet
from villain.solver.street_betting import Line, action_of
from villain.solver.street_game import StreetGame
from villain.solver.street_solution import Answers
from villain.solver.values.board_facts import SingleArray
from villain.strategy.people_trials import SeatPolicy

ENOUGH, ELSEWHERE = 12, 0.25
"""With so many decisions of a kind seen he is held to the model half the time there; one that was
seen elsewhere counts for so much of one, since the model learns from those, too."""

FIT = 10
"""What he does otherwise than the crowd's read says is fitted after so many hands."""

DEAR, HOPE = (grid.BET + 4, grid.RAISED + 3, grid.WAR + 2), 0.8
"""Bets beyond two pots, and how much more, in scores, he is hoped to fold to them than the model
says as long as he has not faced any: few of them are in the data, nobody learns what is never
tried, and trying costs little where the model takes it to be about as good as anything else."""

COUNTED = 5
"""Where risk is not bound, one hand in so many is counted, for all of them."""

CHANGED = 20
"""Once he has changed, so many of his last hands are kept for that."""

DRIFT, ALARM, WIDTH = 0.35, 5.0, 1.0
"""Surprise beyond what the model expects of itself is summed, less the drift for each decision; at
the alarm half of the trust is left, within a width on either side most or hardly any."""

MOST_SURPRISE = 3.0
"""No single decision surprises by more."""

HANDS, STEPS = 10, 4
"""The game before the flop is solved again after so many hands, then after half as many more again
and so on, and when the trust that is left has changed by a step, of which there are so many."""

LEAST = 1e-4
"""No chance, and no share of a range, is taken to be less."""


class Trust:
    """How far a model of one player is to be trusted: what was seen, and how surprising it was.

    ``departures`` are what he does otherwise than the crowd's read says. What was ``risked``
    against him and what he has ``given`` so far are in big blinds.
    """

    def __init__(self) -> None:
        self.seen: Evidence = Counter()
        self.surprise = 0.0
        self.hands = 0
        self.departures = Departures()
        self.dear: Counter[int] = Counter()
        self.risked = self.given = 0.0

    def note(self, decision: Decision, chances: FloatArray, kind: int) -> None:
        """Take in a decision of this kind, of which the model gave the kinds such chances."""
        situation = decision.situation
        self.seen[situation.street, situation.owed > 0] += 1
        likely = np.maximum(chances / chances.sum(), LEAST)
        expected = -float((likely * np.log(likely)).sum())
        surprise = -float(np.log(likely[kind])) - expected
        self.surprise = max(0.0, self.surprise + min(surprise, MOST_SURPRISE) - DRIFT)

    def hopeful(self, cell: Cell, kinds: FloatArray) -> FloatArray:
        """What he does in a cell, as it is hoped for where he has to pay dear."""
        if cell.faced not in DEAR:
            return kinds
        tried = self.dear[cell.street] + ELSEWHERE * self.dear.total()
        hoped = kinds.copy()
        hoped[:, 0] *= np.exp(HOPE / np.sqrt(1 + tried))
        hoped /= hoped.sum(axis=1, keepdims=True)
        return hoped

    @property
    def reliable(self) -> float:
        """The trust that is left after what surprised: 0 to 1."""
        return float(1 / (1 + np.exp((self.surprise - ALARM) / WIDTH)))

    def at(self, street: int, owed: bool) -> float:
        """How far he is held to the model at such a decision."""
        return self._share(self.seen[street, owed])

    def after(self, street: int) -> float:
        """How far he is held to it on later streets."""
        later = sum(count for (one, _), count in self.seen.items() if one > street)
        return self._share(later / 2)

    def overall(self) -> float:
        """How far his range is taken to be the model's."""
        return self._share(sum(self.seen.values()) / 2)

    def _share(self, seen: float) -> float:
        """A share that grows with what was seen, of which some is always what it is elsewhere."""
        counted = seen + ELSEWHERE * (sum(self.seen.values()) - seen)
        return self.reliable * counted / (counted + ENOUGH)

    def mean(self) -> float:
        """How far he is held to it where he was seen, on average."""
        total = sum(self.seen.values())
        held = (count * self.at(*place) for place, count in self.seen.items())
        return sum(held) / total if total else 0.0


class BeliefStanding(NamedTuple):
    """Where the dial stands against one opponent, after so many hands.

    ``reliable`` is the trust that is left in the model after what surprised it, ``dial`` how far he
    is held to it, on average over the decisions that were seen. In big blinds a hand, ``risk`` is
    what the worst opponent could have won by the moves away from equilibrium, and ``gifts`` what
    his own mistakes have given.
    """

    hands: int
    dial: float
    reliable: float
    risk: float
    gifts: float


class ReadBeliefs:
    """What a model says of the other player, and how far he is held to it."""

    def __init__(
        self, dial: float | None, risk: float | None = None, model: ModelSpec = "crowd"
    ) -> None:
        self.read, self.dial, self.risk = read_by(model), dial, risk
        self.trusts: dict[str, Trust] = {}
        self.names: tuple[str, ...] = ()
        self.big_blind = 1
        self._events: tuple[Event, ...] = ()
        self._ranges: dict[tuple[int | Event, ...], FloatArray] = {}

    def begin(self, seen: Observation) -> None:
        """Look at a hand."""
        self.names, self._events = seen.names, seen.events
        self.big_blind = seen.rules.big_blind

    def trust(self, seat: int) -> Trust:
        """The trust in what is known of a seat."""
        return self.trusts.get(self.names[seat]) or Trust()

    def key(self) -> object:
        """The names, hands in steps, and trust in steps: not every hand is a new game."""
        known = [self.trusts[name] for name in self.names if name in self.trusts]
        return self.names, tuple(
            (int(np.log1p(trust.hands / HANDS) / np.log(1.5)), round(STEPS * trust.reliable))
            for trust in known
        )

    def standing(self) -> BeliefStanding | None:
        """Where the dial stands against whom it looked at last."""
        for name in self.names:
            if name in self.trusts:
                trust = self.trusts[name]
                dial = trust.mean() if self.dial is None else self.dial
                hands = max(trust.hands, 1)
                counted = trust.risked / hands, trust.given / hands
                return BeliefStanding(trust.hands, dial, trust.reliable, *counted)
        return None

    def study(self, store: HandsOfPlayers, name: str, most: int | None) -> int:
        """Learn from what a store has of a player."""
        hands = self.read.study(store, name, most)
        trust = self.trusts.setdefault(name, Trust())
        trust.seen += evidence_of(store, name, most)
        trust.hands += hands
        return hands

    def allowed(self, seat: int) -> float:
        """What may be risked on a street: what the bound has left, and what he has given."""
        if self.risk is None:
            return inf
        trust = self.trust(seat)
        left = self.risk / 1000 * (trust.hands + 1) + max(trust.given, 0.0) - trust.risked
        return max(0.0, left) * self.big_blind

    def counts(self, name: str) -> bool:
        """True if this hand's risk is counted: all of them where risk is bound, else some."""
        trust = self.trusts.get(name)
        return self.risk is not None or trust is None or trust.hands % COUNTED == 0

    def account(self, streets: Sequence[ReviewedStreet], exposures: Sequence[float]) -> None:
        """Count what was risked on the streets of a hand, and what he gave on them."""
        weight = 1 if self.risk is not None else COUNTED
        for (street, his), exposed in zip(streets, exposures, strict=True):
            rules, seat, solution = street.start.rules, 1 - street.hero, street.solution
            trust = self.trusts.setdefault(self.names[seat], Trust())
            trust.risked += weight * exposed / rules.big_blind
            for line, action, number in his:
                moves = street.tree.nodes[street.tree.places[line]].moves
                taken = [place for place, move in enumerate(moves) if action_of(move) == action]
                if taken:
                    held = self.range_of(rules, self._events[: number + 1], seat)
                    held = held[solution.street.facts.holdings]
                    node = street.tree.places[line]
                    given = gift(solution, node, taken[0], held)
                    trust.given += weight * given / rules.big_blind

    def _share(self, share: float) -> float:
        """A share by trust, unless the dial stands somewhere."""
        return share if self.dial is None else self.dial

    def learn(self, seen: Observation) -> None:
        """Take in a hand that is over."""
        self.begin(seen)
        seat = 1 - seen.seat
        trust = self.trusts.setdefault(seen.names[seat], Trust())
        weights = possible(seen.hole).astype(np.float64)
        state, his = PublicState(seen.rules), list[SeenDecision]()
        for decision in decisions_in(state, seen.names, seen.events, (seat,)):
            situation, kind = decision.situation, self.read.kind(decision)
            cell, steps = cell_of(situation), steps_on(situation.board)
            [read] = self.read.kinds(decision.name, [situation])
            kinds = trust.departures.depart(cell, read, steps) if self.read.departs else read
            weights *= possible(situation.board)
            trust.note(decision, weights @ kinds, kind)
            weights = _settled(weights * kinds[:, kind])
            his.append(SeenDecision(cell, by_step(read, steps), steps, kind))
            trust.dear[cell.street] += cell.faced in DEAR
        could = possible((*seen.hole, *seen.board)).astype(np.float64)
        for shower, cards in shown_cards(seen).items():
            if shower == seat:
                could = np.zeros(1326)
                could[Combo.of(*cards)] = 1.0
        trust.departures.see(his, could)
        trust.hands += 1
        if trust.surprise > ALARM:
            trust.departures.forget(CHANGED)
        if self.read.departs and trust.hands % FIT == 0:
            trust.departures.fit()
        self.read.observe(seen)
        self._ranges.clear()

    def kinds(self, name: str, situations: Sequence[Situation]) -> list[FloatArray]:
        """What a player does with each combo: by the model, and by his departures from it."""
        reads = self.read.kinds(name, situations)
        if name not in self.trusts or not self.read.departs:
            return reads
        departures = self.trusts[name].departures
        return [
            departures.depart(cell_of(situation), read, steps_on(situation.board))
            for situation, read in zip(situations, reads, strict=True)
        ]

    def range_of(self, rules: Rules, events: Sequence[Event], seat: int) -> FloatArray:
        """The range of a seat after some events, as the model has it."""
        key = seat, *events
        if key not in self._ranges:
            weights, state = np.ones(1326), PublicState(rules)
            for decision in decisions_in(state, self.names, events, (seat,)):
                [kinds] = self.kinds(decision.name, [decision.situation])
                weights = _settled(weights * kinds[:, self.read.kind(decision)])
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
        his = {
            node: situation_of(tree.after(line), seat)
            for line, node in tree.places.items()
            if tree.nodes[node].player == seat and tree.nodes[node].moves
        }
        kinds = self.kinds(name, list(his.values()))
        for (node, situation), there in zip(his.items(), kinds, strict=True):
            hoped = trust.hopeful(cell_of(situation), there)
            chances = share_kinds(hoped.T, tree.nodes[node], situation, 1.0)[:, facts.holdings]
            played[node] = chances
            share = self._share(trust.at(number, situation.owed > 0))
            if share:
                locks[node] = chances, share
        whole = self._share(trust.overall())
        share = self._share(trust.after(number))
        if not share or number == 3 or not (~street.all_in).any():
            return Held(locks, whole)
        return Held(locks, whole, Answers(1 - seat, self._wins(street, seat, played), share))

    def _wins(self, street: StreetGame, seat: int, played: Mapping[int, FloatArray]) -> SingleArray:
        """What each holding wins at the ends of a street from one who plays so, and goes on so."""
        tree, facts, state = street.tree, street.facts, street.tree.start
        weights = street.game.weights[seat].astype(np.float64)
        rest = self.read.rest(self.names[seat], street.spread(weights), state, seat, 1 - seat)
        trust, kinds = self.trust(seat), list[FloatArray]()
        for number, row in zip(rest.cells.tolist(), rest.kinds, strict=True):
            cell = cell_at(number)
            departed = trust.departures.depart(cell, row) if self.read.departs else row
            kinds.append(trust.hopeful(cell, departed))
        plans = Plans(state.rules, state.board, SeatPolicy(rest.place, np.array(kinds)))
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
