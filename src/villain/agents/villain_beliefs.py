"""What `villain` believes of its opponent: what the crowd's network says, and how far to trust it.

He is held to it by so much as was seen of him in such decisions [dbr], and by how well it has
predicted him of late.
"""

from collections.abc import Mapping, Sequence
from math import inf
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.agents.villain_adversary import AdversarySigns
from villain.agents.villain_habits import FinishedHand, HandBeside, TellingHabit
from villain.agents.villain_opponent import ALARM, DEAR, KnownOpponent
from villain.agents.villain_plans import Plans, RuledPolicy, street_end
from villain.agents.villain_reads import read_by
from villain.cards.combo import Combo
from villain.cards.range import possible
from villain.game.events import Acted, Event
from villain.game.observation import Observation
from villain.game.public_state import PublicState
from villain.game.rules import Rules
from villain.game.situation import Situation, decisions_in, shown_cards, situation_of
from villain.kernels.arrays import FloatArray, SingleArray
from villain.models.bound_play import evidence_of, share_kinds
from villain.models.crowd.bars import BarDecision, bar_spot
from villain.models.crowd.departures import SeenDecision, by_step
from villain.models.crowd.grid import cell_at, cell_of
from villain.models.crowd.runouts import steps_on
from villain.models.crowd.sorts import sorts_on
from villain.models.model import HandsOfPlayers
from villain.models.registry import ModelSpec
from villain.solver.adversary import KnownWins
from villain.solver.exposure import gift
from villain.solver.held import Held
from villain.solver.resolving import ReviewedStreet
from villain.solver.street_betting import Line, action_of
from villain.solver.street_game import StreetGame
from villain.solver.street_solution import Answers
from villain.strategy.people_trials import SeatPolicy

FIT, FIT_PART = 10, 20
"""What he does otherwise than the crowd's read says is fitted after so many hands; his bars are,
too, but after a part of all hands that were seen, if that is more."""

COUNTED = 5
"""Where risk is not bound, one hand in so many is counted, for all of them."""

CHANGED, DOUBTED = 20, 0.25
"""Once he seems to have changed, all but so many of his last hands count for so much less; again
with every hand for which that lasts."""

HANDS, MORE, STEPS = 10, 1.3, 4
"""The game before the flop is solved again after so many hands, then after a share more again and
so on, and when the trust that is left has changed by a step, of which there are so many."""

MOST_WAITING = 60
"""So many of the last hands wait to be compared with equilibrium."""

RAISES = 2
"""The first kind of action that is a raise."""

LEAST_CHANCE = 0.02
"""Whoever is bound with less is not bound: against him equilibrium is played, to the letter."""

LEAST = 1e-4
"""No chance, and no share of a range, is taken to be less."""


class BeliefStanding(NamedTuple):
    """Where the dial stands against one opponent, after so many hands.

    ``reliable`` is the trust that is left in the model after what surprised it, and beside the
    other theories about him, ``dial`` how far he is held to it, on average over the decisions that
    were seen. In big blinds a hand, ``risk`` is what the worst opponent could have won by the moves
    away from equilibrium, and ``gifts`` what his own mistakes have given. ``habits`` are what he
    surely does otherwise than equilibrium, in plain situations, the most telling first; hands count
    there once they were compared.
    """

    hands: int
    dial: float
    reliable: float
    risk: float
    gifts: float
    habits: tuple[TellingHabit, ...] = ()


class BothReads(NamedTuple):
    """What somebody does with each combo by two reads, of which ``share`` is the second."""

    departed: FloatArray
    ruled: FloatArray
    share: float

    @property
    def kinds(self) -> FloatArray:
        """Their mixture."""
        mixed: FloatArray = self.share * self.ruled + (1 - self.share) * self.departed
        return mixed


class ReadBeliefs:
    """What a model says of the other player, and how far he is held to it."""

    def __init__(self, dial: float | None, risk: float = inf, model: ModelSpec = "crowd") -> None:
        self.read, self.dial, self.risk = read_by(model), dial, risk
        self.known: dict[str, KnownOpponent] = {}
        self.names: tuple[str, ...] = ()
        self.big_blind = 1
        self.waiting: dict[int, FinishedHand] = {}
        """Hands that have yet to be compared with equilibrium, by number."""
        self._finished = 0
        self._events: tuple[Event, ...] = ()
        self._ranges: dict[tuple[int | Event, ...], FloatArray] = {}

    def begin(self, seen: Observation) -> None:
        """Look at a hand."""
        self.names, self._events = seen.names, seen.events
        self.big_blind = seen.rules.big_blind

    def opponent(self, seat: int) -> KnownOpponent:
        """What is known of a seat."""
        return self.known.get(self.names[seat]) or KnownOpponent()

    def key(self) -> object:
        """The names, hands in steps, and trust in steps: not every hand is a new game."""
        known = [self.known[name] for name in self.names if name in self.known]
        return self.names, tuple(
            (int(np.log1p(him.hands / HANDS) / np.log(MORE)), round(STEPS * him.bound))
            for him in known
        )

    def standing(self) -> BeliefStanding | None:
        """Where the dial stands against whom it looked at last."""
        for name in self.names:
            if name in self.known:
                him = self.known[name]
                dial = him.mean() if self.dial is None else self.dial
                hands = max(him.hands, 1)
                counted = him.risked / hands, him.given / hands
                telling = him.habits.telling()
                return BeliefStanding(him.hands, dial, him.trust, *counted, telling)
        return None

    def study(self, store: HandsOfPlayers, name: str, most: int | None) -> int:
        """Learn from what a store has of a player."""
        hands = self.read.study(store, name, most)
        him = self.known.setdefault(name, KnownOpponent())
        him.seen += evidence_of(store, name, most)
        him.hands += hands
        return hands

    def allowed(self, seat: int) -> float:
        """What may be risked on a street: what the bound has left, and what he has given."""
        if self.risk == inf:
            return inf
        him = self.opponent(seat)
        left = self.risk / 1000 * (him.hands + 1) + max(him.given, 0.0) - him.risked
        return max(0.0, left) * self.big_blind

    def counts(self, name: str) -> bool:
        """True if this hand's risk is counted: all of them where risk is bound, else some."""
        him = self.known.get(name)
        return self.risk < inf or him is None or him.hands % COUNTED == 0

    def account(self, streets: Sequence[ReviewedStreet], exposures: Sequence[float]) -> None:
        """Count what was risked on the streets of a hand, and what he gave on them."""
        weight = 1 if self.risk < inf else COUNTED
        for (street, _, his), exposed in zip(streets, exposures, strict=True):
            rules, seat, solution = street.start.rules, 1 - street.hero, street.solution
            him = self.known.setdefault(self.names[seat], KnownOpponent())
            him.risked += weight * exposed / rules.big_blind
            for line, action, number in his:
                moves = street.tree.nodes[street.tree.places[line]].moves
                taken = [place for place, move in enumerate(moves) if action_of(move) == action]
                if taken:
                    held = self.range_of(rules, self._events[: number + 1], seat)
                    held = held[solution.street.facts.holdings]
                    node = street.tree.places[line]
                    given = gift(solution, node, taken[0], held)
                    him.given += weight * given / rules.big_blind

    def compared(self, number: int, comparison: HandBeside) -> None:
        """Take in how a hand that waited compares with equilibrium; once."""
        hand = self.waiting.pop(number, None)
        if hand is not None and hand.name in self.known:
            him = self.known[hand.name]
            him.habits.take(comparison.acts)
            him.theories.take(zip(hand.believed, comparison.chances, strict=False))

    def due(self) -> tuple[int, FinishedHand] | None:
        """The last hand, with its number, if it should be compared at once."""
        if not self.waiting or self.dial is not None:
            return None
        number, hand = next(reversed(self.waiting.items()))
        him = self.known.get(hand.name)
        return (number, hand) if him is not None and him.theories.wants(him.hands) else None

    def believes(self, seat: int) -> bool:
        """True if a seat is held to the model at all."""
        return self._chance(self.opponent(seat)) >= LEAST_CHANCE

    def _chance(self, him: KnownOpponent) -> float:
        """The chance that somebody is bound to the model for a whole street."""
        return him.bound if self.dial is None else self.dial

    def _evidence(self, share: float) -> float:
        """How far one who is bound goes by the model: by the evidence, if the dial is at auto."""
        return share if self.dial is None else 1.0

    def learn(self, seen: Observation, wins: Mapping[int, KnownWins] | None = None) -> None:
        """Take in a hand that is over, with what his actions could have won.

        What is learned is public, so our own cards do not count.
        """
        self.begin(seen)
        seat = 1 - seen.seat
        him = self.known.setdefault(seen.names[seat], KnownOpponent())
        weights, state, his = np.ones(1326), PublicState(seen.rules), list[SeenDecision]()
        believed = list[float]()
        barred, streets = list[BarDecision](), list[int]()
        by_crowd, by_read, by_bars = list[FloatArray](), list[FloatArray](), list[FloatArray]()
        numbers = [
            number
            for number, event in enumerate(seen.events)
            if isinstance(event, Acted) and event.seat == seat
        ]
        leaning, known = AdversarySigns(), wins or {}
        decisions = decisions_in(state, seen.names, seen.events, (seat,))
        for number, decision in zip(numbers, decisions, strict=True):
            situation, kind = decision.situation, self.read.kind(decision)
            cell, steps = cell_of(situation), steps_on(situation.board)
            [read] = self.read.kinds(decision.name, [situation])
            both = self._both(him, situation, read)
            streets.append(cell.street)
            by_crowd.append(read[:, kind])
            by_read.append(both.departed[:, kind])
            by_bars.append(both.ruled[:, kind])
            weights *= possible(situation.board)
            likely = weights @ both.kinds
            him.note(decision, likely, kind)
            alike = likely[RAISES:].sum() if kind >= RAISES else likely[kind]
            believed.append(float(alike / likely.sum()))
            leaning.follow(weights, both.kinds, kind, known.get(number))
            weights = _settled(weights * both.kinds[:, kind])
            his.append(SeenDecision(cell, by_step(read, steps), steps, kind))
            if not situation.limit:
                spot = bar_spot(situation, cell)
                barred.append(BarDecision(spot, sorts_on(situation.board), kind))
            him.dear[cell.street] += cell.faced in DEAR
        him.hands += 1
        shown = shown_cards(seen).get(seat)
        if shown is not None:
            leaning.show(shown, possible(seen.board))
            him.note_shown(weights * possible(seen.board), Combo.of(*shown))
        if known:
            him.theories.take_leaning(leaning.likelier)
        self._finished += 1
        self.waiting[self._finished] = FinishedHand(
            seen.rules, seen.events, seat, seen.names[seat], tuple(believed)
        )
        for oldest in list(self.waiting)[:-MOST_WAITING]:
            del self.waiting[oldest]
        if self.read.departs:
            could = _could_hold(seen, seat)
            him.compare(streets, by_crowd, by_read, by_bars, could)
            him.departures.see(his, could)
            him.bars.see(barred, could)
            changed = him.surprise > ALARM
            if changed:
                him.departures.doubt(CHANGED, DOUBTED)
                him.bars.doubt(CHANGED, DOUBTED)
            if him.hands % FIT == 0:
                him.departures.fit()
            if him.hands - him.fitted >= (FIT if changed else max(FIT, him.hands // FIT_PART)):
                him.bars.fit()
                him.fitted = him.hands
        self.read.observe(seen)
        self._ranges.clear()

    def _both(self, him: KnownOpponent, situation: Situation, read: FloatArray) -> BothReads:
        """What he does by the read with his departures, and by his bars, if those are known."""
        if not self.read.departs:
            return BothReads(read, read, 0.0)
        cell = cell_of(situation)
        departed = him.departures.depart(cell, read, steps_on(situation.board))
        if not him.fitted or situation.limit:
            return BothReads(departed, departed, 0.0)
        return BothReads(departed, him.bars.kinds(situation, cell), him.share_of_bars(cell.street))

    def kinds(self, name: str, situations: Sequence[Situation]) -> list[FloatArray]:
        """What a player does with each combo: by the model, his departures from it and his bars."""
        reads = self.read.kinds(name, situations)
        if name not in self.known:
            return reads
        asked = zip(situations, reads, strict=True)
        return [self._both(self.known[name], situation, read).kinds for situation, read in asked]

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

    def hold(self, street: StreetGame, seat: int, events: Sequence[Event]) -> Held:
        """Hold a seat to the model on a street, and value its ends by a best answer to it."""
        tree, facts, him = street.tree, street.facts, self.opponent(seat)
        name, number = self.names[seat], tree.start.street
        free = street.spread(street.game.weights[seat].astype(np.float64))
        known = self._evidence(him.overall())
        model = self.range_of(tree.start.rules, events, seat)
        held = known * model + (1 - known) * _settled(free)
        locks = dict[int, tuple[FloatArray, float]]()
        played = dict[int, FloatArray]()
        his = {
            node: situation_of(tree.after(line), seat)
            for line, node in tree.places.items()
            if tree.nodes[node].player == seat and tree.nodes[node].moves
        }
        kinds = self.kinds(name, list(his.values()))
        for (node, situation), there in zip(his.items(), kinds, strict=True):
            hoped = him.hopeful(cell_of(situation), there)
            chances = share_kinds(hoped.T, tree.nodes[node], situation, 1.0)[:, facts.holdings]
            played[node] = chances
            locks[node] = chances, self._evidence(him.at(number, situation.owed > 0))
        bound = Held(self._chance(him), held, locks)
        if number == 3 or not (~street.all_in).any():
            return bound
        wins = self._wins(street, seat, held[facts.holdings], played)
        return bound._replace(answers=Answers(wins, self._evidence(him.after(number))))

    def _wins(
        self,
        street: StreetGame,
        seat: int,
        weights: FloatArray,
        played: Mapping[int, FloatArray],
    ) -> SingleArray:
        """What each holding wins at the ends of a street from one who plays so, and goes on so."""
        tree, facts, state = street.tree, street.facts, street.tree.start
        rest = self.read.rest(self.names[seat], street.spread(weights), state, seat, 1 - seat)
        him, kinds = self.opponent(seat), list[FloatArray]()
        for number, row in zip(rest.cells.tolist(), rest.kinds, strict=True):
            cell = cell_at(number)
            departed = him.departures.depart(cell, row) if self.read.departs else row
            kinds.append(him.hopeful(cell, departed))
        policy = SeatPolicy(rest.place, np.array(kinds))
        ruled = None
        if self.read.departs and him.fitted:
            ruled = RuledPolicy(him.bars, him.share_of_bars(state.street + 1))
        plans = Plans(state.rules, state.board, policy, ruled)
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


def _could_hold(seen: Observation, seat: int) -> npt.NDArray[np.bool_]:
    """What a seat may have held by the end of a hand, for all that everybody knows."""
    shown = shown_cards(seen).get(seat)
    if shown is None:
        return possible(seen.board)
    could = np.zeros(1326, np.bool_)
    could[Combo.of(*shown)] = True
    return could


def _settled(weights: FloatArray) -> FloatArray:
    total = weights.sum()
    settled: FloatArray = weights / total if total > 0 else np.full(1326, 1 / 1326)
    return settled
