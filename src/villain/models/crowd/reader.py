"""Reads players with the crowd's network: what each did so far, and what that says of the next.

Of everybody his last decisions are kept, as codes, and his running statistics. Of those met lately
the keys and values of the network are kept too, so that one more decision is one more position.
"""

from collections.abc import Sequence
from copy import deepcopy
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.combo import Combo
from villain.game.situation import NOTHING, Decision, Situation
from villain.kernels.arrays import FloatArray
from villain.models.crowd.card_leaning import CardLeaning, leaned, leanings_with
from villain.models.crowd.card_sharpness import (
    CardSharpness,
    powers,
    sharpened,
    sharpened_by,
)
from villain.models.crowd.dear_calls import factors, priced, tightened, tightened_overall
from villain.models.crowd.kinds import KINDS, chances_of, legal_actions, legal_kinds
from villain.models.crowd.leaning import Leaning
from villain.models.crowd.mixing import mixed_kinds
from villain.models.crowd.network import CrowdNetwork, Earlier, crowd_network
from villain.models.crowd.person import KnownPlayer
from villain.models.crowd.situations import COLUMNS, Codes, Floats, codes_of_decider, deed
from villain.models.crowd.statistics import Running
from villain.models.crowd.strengths import CARDS, STEPS, UNKNOWN, strength_path
from villain.models.crowd.window import Window, Windows

SHARED_PACE = 0.002
"""The step of the leaning that all players share, chosen with networks that had not seen
a site on those of its players on whom training is stopped; `person.PACE` is for their own."""

SHARPNESS, SHARPENING, DULLEST, SHARPEST = 0.95, 0.001, 0.5, 1.5
"""The part of its scores that the network is believed at first, chosen on the players on whom
training was stopped; and the step by which that follows what players do, all of them together."""


class KnownSituation(NamedTuple):
    """All that is known of a player where he decides, to be asked about hands now or later.

    ``known`` (width) is what the network knows, ``leaning`` (3) what he leans to beyond what it
    says, and ``overall`` (3) what he does whatever he holds, both at a price that the data know;
    ``sharpness`` has the weights of `card_sharpness.FACTORS` and ``cards`` (3, 6) his card leaning
    there; ``share`` is how likely he plays a fixed policy, and ``fixed`` (3) what he does then.
    """

    known: Floats
    leaning: FloatArray
    overall: FloatArray
    sharpness: FloatArray
    cards: FloatArray
    share: float
    fixed: FloatArray


class _Looked(NamedTuple):
    """The last answer: who decides what has mostly just been asked about."""

    name: str
    situations: tuple[Situation, ...]
    known: Floats
    keys: Floats
    values: Floats


class CrowdReader:
    """Reads players, known by name, with the crowd's network.

    A name that was never seen is a stranger: one of the people whom the network was trained on, or
    rather of those met so far. Beyond the network all players share a leaning, and each has one of
    his own; both learn at every decision, and so does how much the scores are believed. Who turns
    out to play a fixed policy, as programs may, is counted instead. Of ``players`` names, those met
    last, the windows are kept; others' are built again when they come back, from the decisions that
    a window spans.
    """

    def __init__(self, network: CrowdNetwork | None = None, *, players: int = 64) -> None:
        self.network = network or crowd_network()
        self.sharpness = SHARPNESS
        self._shared = Leaning(self.network.width, pace=SHARED_PACE)
        self._people: dict[str, KnownPlayer] = {}
        self._windows = Windows(players)
        self._own: set[str] = set()
        self._looked: _Looked | None = None

    def clone(self) -> "CrowdReader":
        """A copy that learns on its own; what either learns nothing of, they share."""
        twin = CrowdReader(self.network)
        twin._people, twin._windows = self._people.copy(), self._windows.copy()
        twin._looked, twin.sharpness = self._looked, self.sharpness
        twin._shared = self._shared.copy()
        self._own = set()
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> "CrowdReader":
        return self.clone()

    def __getstate__(self) -> dict[str, object]:
        return self.__dict__ | {"_looked": None, "_own": set()}

    # Who is known

    def knows(self, name: str) -> bool:
        """True if anything was seen of a player."""
        return name in self._people

    def introduce(self, name: str, player: KnownPlayer) -> Floats:
        """Know somebody from now on as he is told of; what is known at each of his rows."""
        known, window = player.read()
        self._people[name] = player
        self._own.discard(name)
        self._windows.keep(name, window)
        self._looked = None
        return known

    def alone_with(self, name: str) -> "CrowdReader":
        """A reader that knows one player as this one does, and nobody else."""
        twin, player = CrowdReader(self.network), self._people.get(name)
        twin.sharpness, twin._shared = self.sharpness, self._shared.copy()
        if player is not None:
            twin.introduce(name, player.copy())
        return twin

    def player(self, name: str) -> KnownPlayer | None:
        """A player as he is known; None for a stranger."""
        return self._people.get(name)

    # Questions

    def look(self, name: str, situations: Sequence[Situation]) -> Floats:
        """The network's knowledge at each situation, as this player's next decision: (n, width).

        It is asked about prices that the data know (`dear_calls`).
        """
        return self._look(name, [priced(situation).known for situation in situations]).known

    def chances(self, name: str, situations: Sequence[Situation]) -> FloatArray:
        """The chances to fold, call and raise in each situation: (n, 3); nothing illegal."""
        return self.chances_at(name, situations, self.look(name, situations))

    def look_ahead(
        self, name: str, situations: Sequence[Situation], after: Sequence[Decision | None]
    ) -> Floats:
        """The same at each situation if his last decision were another: (n, width).

        None is for the one that he took. Neither his statistics nor what he did before are changed
        by a decision that he has not taken.
        """
        person = self._people.get(name)
        known = [priced(situation).known for situation in situations]
        codes, begins, statistics = self._inputs(person, known)
        positions = np.empty((len(situations), self.network.width), np.float32)
        for decision, at in _places(after):
            earlier = None if person is None else person.last
            if decision is not None:
                did = np.array(codes_of_decider(decision.situation), np.uint8)
                earlier = Earlier(did, *deed(decision), (UNKNOWN, UNKNOWN))
            positions[at] = self.network.embed(codes[at], begins[at] | (earlier is None), earlier)
        return self.network.look(positions, self._window(name), statistics)[0]

    def chances_at(self, name: str, situations: Sequence[Situation], known: Floats) -> FloatArray:
        """The chances to fold, call and raise in situations where so much is known."""
        share, fixed = self.fixed_policy(name, situations)
        return (1 - share) * self.by_network(name, situations, known) + share * fixed

    def by_network(self, name: str, situations: Sequence[Situation], known: Floats) -> FloatArray:
        """The same if he is a person."""
        prices = [priced(situation) for situation in situations]
        at_known = self._chances([price.known for price in prices], self.scores(name, known))
        return tightened_overall(at_known, situations, prices)

    def fixed_policy(self, name: str, situations: Sequence[Situation]) -> tuple[float, FloatArray]:
        """The chance of a fixed policy, and what it does in each situation: (n, 3)."""
        person = self._people.get(name)
        if person is None:
            return 0.0, np.zeros((len(situations), 3))
        return person.fixed.share, person.fixed.chances(situations)

    def scores(self, name: str, known: Floats) -> FloatArray:
        """The network's scores where so much is known, and his leaning beyond them: (n, 3)."""
        scores: FloatArray = self.network.actions(known) + self._leanings(name, known)
        return scores

    def _leanings(self, name: str, known: Floats) -> FloatArray:
        """The leanings of everybody and of himself: (n, 3)."""
        person, shared = self._people.get(name), self._shared.scores(known)
        return shared if person is None else shared + person.leaning.scores(known)

    def _chances(self, situations: Sequence[Situation], scores: FloatArray) -> FloatArray:
        return chances_of(self.sharpness * scores, legal_actions(situations))

    def sizes(self, name: str, situation: Situation) -> FloatArray:
        """The chances of each size of a raise, over `situations.SIZE_IN_POTS`: (24,)."""
        return chances_of(self.network.sizes(self.look(name, [situation]))[0])

    def policy(self, name: str, situation: Situation, held: Codes) -> FloatArray:
        """The chances of each kind of action with each of these hands: (hands, 7).

        A hand has three codes (`strengths.hand_codes`). The sizes of a raise are divided by
        `kinds.KIND_BOUNDS`; in limit only one is legal.
        """
        [read] = self.reads(name, [situation])
        return self.policy_at(read, situation, held)

    def reads(self, name: str, situations: Sequence[Situation]) -> list[KnownSituation]:
        """The read of him at each situation."""
        known = self.look(name, situations)
        share, fixed = self.fixed_policy(name, situations)
        sharpness = self.card_sharpness(name)
        leanings, scores = self._leanings(name, known), self.network.actions(known)
        overall = self._chances([priced(one).known for one in situations], scores + leanings)
        cards = self.card_leaning(name)
        rows = zip(situations, known, leanings, overall, fixed, strict=True)
        return [
            KnownSituation(one, leaning, does, sharpness, cards.at(situation), share, always)
            for situation, one, leaning, does, always in rows
        ]

    def card_sharpness(self, name: str) -> FloatArray:
        """How likely each of `card_sharpness.FACTORS` is his: (7,)."""
        person = self._people.get(name)
        return (CardSharpness() if person is None else person.sharpness).weights

    def card_leaning(self, name: str) -> CardLeaning:
        """What he does with good and bad hands beyond what people do."""
        person = self._people.get(name)
        return CardLeaning() if person is None else person.card_leaning

    def policy_at(self, read: KnownSituation, situation: Situation, held: Codes) -> FloatArray:
        """The same by what was known of him at another time."""
        by = powers(situation.street, limit=situation.limit)
        kinds = sharpened_by(self.kinds_at(read, situation, held), read.overall, by, read.sharpness)
        return _as_he_is(kinds, read, situation, held)

    def policies_at(self, read: KnownSituation, situation: Situation, held: Codes) -> FloatArray:
        """The same with each factor of card sharpness that he may have: (factors, hands, 7)."""
        kinds = self.kinds_at(read, situation, held)
        by = powers(situation.street, limit=situation.limit)
        sharp = sharpened(kinds, read.overall, by[:, None, None])
        return _as_he_is(sharp, read, situation, held)

    def kinds_at(self, read: KnownSituation, situation: Situation, held: Codes) -> FloatArray:
        """The network's chances of the kinds with each hand, at a price that the data know."""
        scores = self.network.policy(read.known, held).astype(np.float64)
        scores += np.repeat(read.leaning, (1, 1, KINDS - 2))
        return chances_of(scores, legal_kinds([priced(situation).known])[0])

    # Learning

    def learn(self, decision: Decision) -> None:
        """Take in what he did. Who folds where a check is free leaves: that is no decision."""
        name, situation = decision.name, decision.situation
        if situation.owed <= 0 and decision.kind == "fold":
            return
        looked = self._look(name, [situation])
        scores = self.scores(name, looked.known)
        expected = self._chances([situation], scores)[0]
        action, size = deed(decision)
        said = float(expected[action])
        if priced(situation).excess:
            # The network learns as it was trained; but this is what was expected of people.
            said = float(
                self.by_network(name, [situation], self.look(name, [situation]))[0, action]
            )
        missed = -expected
        missed[action] += 1
        sharpness = self.sharpness + SHARPENING * float(missed @ scores[0])
        self.sharpness = min(max(sharpness, DULLEST), SHARPEST)
        person, window = self._owned(name)
        window.add(looked.keys, looked.values)
        for leaning in (self._shared, person.leaning):
            leaning.step(looked.known[0], missed)
        person.fixed.learn(situation, action, said)
        person.add(codes_of_decider(situation), action, size, situation)
        self._looked = None

    def show(self, name: str, hole: Sequence[Card], board: Sequence[Card]) -> None:
        """After a hand everybody saw his cards: what they were worth when he decided last.

        It is left out for who has decided nothing since he last showed, or not on this board.
        """
        person = self._people.get(name)
        if person is None or person.last.held[0] != UNKNOWN:
            return
        known = len(person.board)
        if person.board != tuple(board[:known]):
            return
        held = strength_path(Combo.of(*hole), person.board)[CARDS.index(known)]
        self._owned(name)[0].show(held)
        if self._looked is not None and self._looked.name == name:
            self._looked = None

    def learn_cards(self, name: str, evidence: FloatArray, steps: FloatArray) -> None:
        """Take in what a hand that he showed teaches (`shown_hands.CardLesson`)."""
        if name in self._people:
            person, _ = self._owned(name)
            person.sharpness.learn(evidence)
            person.card_leaning.step(steps)

    def lean(self, weights: Floats, name: str | None = None) -> None:
        """Add weights (3, width) to the leaning of a player who is known, or to that of all."""
        leaning = self._shared if name is None else self._owned(name)[0].leaning
        leaning.add(weights)
        self._looked = None

    # How it is done

    def _look(self, name: str, situations: Sequence[Situation]) -> _Looked:
        looked, asked = self._looked, tuple(situations)
        if looked is not None and looked.name == name:
            if looked.situations == asked:
                return looked
            if len(asked) == 1 and asked[0] in looked.situations:
                at = looked.situations.index(asked[0])
                return _Looked(
                    name,
                    asked,
                    looked.known[at : at + 1],
                    looked.keys[:, :, at : at + 1],
                    looked.values[:, :, at : at + 1],
                )
        person = self._people.get(name)
        codes, begins, statistics = self._inputs(person, asked)
        earlier = None if person is None else person.last
        begins |= person is None
        positions = self.network.embed(codes, begins, earlier)
        answer = self.network.look(positions, self._window(name), statistics)
        self._looked = _Looked(name, asked, *answer)
        return self._looked

    def _inputs(
        self, person: KnownPlayer | None, situations: Sequence[Situation]
    ) -> tuple[Codes, npt.NDArray[np.bool_], Floats]:
        """The codes of situations, whether a hand begins there, and his statistics."""
        codes = np.array([codes_of_decider(situation) for situation in situations], np.uint8)
        codes = codes.reshape(-1, len(COLUMNS))
        begins = np.array([situation.last == NOTHING for situation in situations], bool)
        counted = Running(self.network.expected) if person is None else person.statistics
        return codes, begins, counted.inputs(codes, begins)

    def _owned(self, name: str) -> tuple[KnownPlayer, Window]:
        """A player and his window, to be changed: copies where others share them."""
        person, window = self._people.get(name), self._window(name)
        if person is None or window is None:
            person, window = KnownPlayer(self.network), self.network.empty_window()
        elif name not in self._own:
            person, window = person.copy(), deepcopy(window)
        self._own.add(name)
        self._people[name] = person
        self._windows.keep(name, window)
        return person, window

    def _window(self, name: str) -> Window | None:
        """The window of a player; None for a stranger."""
        person = self._people.get(name)
        return None if person is None else self._windows.of(name, person.window)


def _as_he_is(
    kinds: FloatArray, read: KnownSituation, situation: Situation, held: Codes
) -> FloatArray:
    """Chances with each hand as he leans, at what a call really costs, if he may be fixed."""
    if read.cards.any():
        kinds = leaned(kinds, leanings_with(read.cards, held))
    excess = priced(situation).excess
    if excess:
        kinds = tightened(kinds, situation, factors(situation, excess, held))
    standing = None if situation.limit else held[:, 0] / STEPS
    return mixed_kinds(kinds, read.share, read.fixed, standing)


def _places(after: Sequence[Decision | None]) -> list[tuple[Decision | None, list[int]]]:
    """Each decision with the places where it stands."""
    places: dict[int, list[int]] = {}
    for place, decision in enumerate(after):
        places.setdefault(id(decision), []).append(place)
    return [(after[at[0]], at) for at in places.values()]
