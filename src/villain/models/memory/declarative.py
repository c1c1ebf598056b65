"""A declarative memory as ACT-R has it: chunks that grow stronger with use and fade with time.

A chunk is a set of slots with values. Learning a chunk that is known already makes no second one,
but one more *reference* to it. How active a chunk is at a time is

    ln Σ tⱼ^-d  +  mismatch × Σ (similarity − 1)  +  noise

over the ages tⱼ of its references and over the slots that need not match exactly. To remember is
to find the most active chunk that matches, if it is active enough, or to blend all that match.

Asking changes nothing. In ACT-R a retrieval is a reference too: whoever wants that says so with
`refer`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping
from math import inf
from typing import NamedTuple

import numpy as np

from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.models.memory.chunks import Chunks, Numbers, Slots
from villain.models.memory.references import References

DECAY = 0.5
"""The decay d that ACT-R takes by default, and the paper too."""

Similarity = Callable[[Hashable, Hashable], float]
"""The similarity of a chunk's value to the one asked for: 0 (not at all) to 1 (the same)."""


class Condition(ABC):
    """A value to ask for that more than one value of a slot fulfils."""

    @abstractmethod
    def holds(self, value: Hashable) -> bool:
        """True if a value is such a one."""


class Recalled(NamedTuple):
    """A chunk that came to mind: its number, its slots and how active it is."""

    chunk: int
    slots: dict[str, Hashable]
    activation: float


class DeclarativeMemory:
    """Chunks, when each was referred to, and how active they are now [sander].

    ``threshold`` is how active a chunk has to be to come to mind at all (None: it need not),
    ``noise`` the scale of a logistic noise on every activation, ``mismatch`` what a slot that does
    not match costs, where ``similarities`` has a function for it (None: all slots match exactly),
    ``temperature`` how evenly a blend takes from more and less active chunks (at 1 in proportion
    to Σ tⱼ^-d). ``fast`` takes ln(n / (1 − d)) − d ln(L) for n references in a life of L, as if
    they had come evenly: the usual approximation.

    >>> memory = DeclarativeMemory()
    >>> for odds in (0.5, 0.7, 0.5):
    ...     _ = memory.learn({"betting": "rc", "odds": odds})
    ...     memory.advance()
    >>> len(memory), memory.recall({"betting": "rc"}).slots["odds"]
    (2, 0.5)
    >>> round(memory.blend("odds", {"betting": "rc"}), 4)
    0.5619
    >>> memory.recall({"betting": "cc"}) is None
    True
    """

    def __init__(
        self,
        *,
        decay: float = DECAY,
        threshold: float | None = None,
        noise: float = 0.0,
        mismatch: float | None = None,
        temperature: float = 1.0,
        similarities: Mapping[str, Similarity] | None = None,
        fast: bool = False,
    ) -> None:
        if not 0 <= decay < (1 if fast else inf):
            raise VillainError(
                f"decay={decay:g}; it should be 0 or more, and below 1 where activation is fast"
            )
        if not noise >= 0 or not temperature > 0 or not (mismatch is None or mismatch >= 0):
            raise VillainError(
                f"noise={noise:g}, mismatch={mismatch}, temperature={temperature:g}; the first two "
                "should be 0 or more and the temperature above 0"
            )
        self.decay, self.threshold, self.noise, self.fast = decay, threshold, noise, fast
        self.mismatch, self.temperature = mismatch, temperature
        self.similarities = dict(similarities or {})
        self.time, self.chunks, self.references = 0.0, Chunks(), References()
        self._base: FloatArray | None = None

    def __len__(self) -> int:
        return len(self.chunks)

    def __getstate__(self) -> dict[str, object]:
        return self.__dict__ | {"_base": None}  # found again when wanted

    # Learning

    def learn(self, slots: Slots, weight: float = 1.0) -> int:
        """Add a chunk, or strengthen the one that is equal; say its number.

        A weight below 1 is a reference that counts for less: what is only probable.
        """
        if not slots:
            raise VillainError("a chunk has no slots; it should have one or more")
        _check_weight(weight)
        number = self.chunks.find(slots)
        if number is None:
            number = self.chunks.add(slots)
            self.references.begin(self.time)
        self.refer(number, weight)
        return number

    def refer(self, chunk: int, weight: float = 1.0) -> None:
        """Strengthen a chunk now: it was learned again, or came to mind."""
        if not 0 <= chunk < len(self):
            raise VillainError(f"no chunk {chunk}; there are {len(self)}, counted from 0")
        _check_weight(weight)
        self.references.add(chunk, self.time, weight)
        self._base = None

    def advance(self, amount: float = 1.0) -> None:
        """Let time pass, by default one hand."""
        if not 0 <= amount < inf:
            raise VillainError(f"time cannot pass by {amount:g}")
        self.time += amount
        self._base = None

    # Asking

    def base_levels(self) -> FloatArray:
        """The activation of each chunk by its references alone: ln Σ tⱼ^-d."""
        if self._base is None:
            levels = self.references.fast_levels if self.fast else self.references.levels
            self._base = levels(self.time, self.decay)
            self._base.flags.writeable = False
        return self._base

    def activations(
        self, query: Slots, rng: np.random.Generator | None = None, *, having: str | None = None
    ) -> tuple[Numbers, FloatArray]:
        """The chunks that match and are active enough, in the order they came, and how active.

        A chunk matches if it has every slot of the query with its value, a value that fulfils it
        (`Condition`), or with ``mismatch`` a more or less similar one; and the slot ``having``,
        whatever its value is. Noise is drawn from ``rng``.
        """
        chunks, active = self._matches(query, having)
        if self.noise and chunks.size:
            if rng is None:
                raise VillainError("this memory has noise; give a generator to draw it from")
            active = active + self.noise * rng.logistic(size=len(chunks))
        enough = active >= (-inf if self.threshold is None else self.threshold)
        return chunks[enough], active[enough]

    def evidence(self, slot: str, query: Slots) -> dict[Hashable, float]:
        """The evidence for each value of a slot: Σ tⱼ^-d over all that match.

        It is without noise, and also of chunks that are not active enough to come to mind.
        """
        chunks, active = self._matches(query, slot)
        return self.chunks.sums(slot, chunks, np.exp(active))

    def _matches(self, query: Slots, having: str | None = None) -> tuple[Numbers, FloatArray]:
        """The chunks that match, and how active they are before noise."""
        nothing = np.empty(0, np.intp), np.empty(0)
        if not all(map(self.chunks.knows, (*query, having) if having else query)):
            return nothing
        chunks = np.arange(len(self))
        if having:
            chunks = chunks[self.chunks.places(having) >= 0]
        roughly = []
        for slot, wanted in query.items():
            if self._similarity(slot) is not None or isinstance(wanted, Condition):
                roughly.append(slot)
                continue
            place = self.chunks.values(slot).get(wanted)
            if place is None:
                return nothing
            chunks = chunks[self.chunks.places(slot)[chunks] == place]
        costs = np.zeros(len(chunks))
        for slot in roughly:  # last, since the others leave fewer
            table = np.append(self._costs(slot, query[slot]), -inf)  # for those without the slot
            costs += table[self.chunks.places(slot)[chunks]]
        chunks, costs = chunks[costs > -inf], costs[costs > -inf]
        active = self.base_levels()[chunks] + costs if chunks.size else costs
        if active.size and active.max() == inf:
            raise VillainError("a chunk was referred to just now; let time pass before asking")
        return chunks, active

    def _similarity(self, slot: str) -> Similarity | None:
        return None if self.mismatch is None else self.similarities.get(slot)

    def _costs(self, slot: str, wanted: Hashable) -> FloatArray:
        """The cost of each value of a slot beside the wanted one; −∞ where it does not match."""
        known, similarity = self.chunks.values(slot), self._similarity(slot)
        costs = np.full(len(known), -inf)
        for value, place in known.items():
            if wanted.holds(value) if isinstance(wanted, Condition) else value == wanted:
                costs[place] = 0.0
            elif similarity is not None and self.mismatch is not None:
                costs[place] = self.mismatch * (similarity(value, wanted) - 1.0)
        return costs

    def recall(self, query: Slots, rng: np.random.Generator | None = None) -> Recalled | None:
        """The most active chunk that matches, of equals the oldest; None if none comes to mind."""
        return next(iter(self.foremost(1, query, rng)), None)

    def foremost(
        self, most: int, query: Slots, rng: np.random.Generator | None = None
    ) -> list[Recalled]:
        """The so many most active chunks that match, the most active first."""
        chunks, active = self.activations(query, rng)
        best = np.argsort(-active, kind="stable")[:most]
        pairs = zip(chunks[best].tolist(), active[best].tolist(), strict=True)
        return [
            Recalled(chunk, self.chunks.slots(chunk), activation) for chunk, activation in pairs
        ]

    def chances(
        self, slot: str, query: Slots, rng: np.random.Generator | None = None
    ) -> dict[Hashable, float]:
        """The chance that each value of a slot is retrieved: all matches, weighted by activation.

        >>> memory = DeclarativeMemory()
        >>> for street, action in (("flop", "c"), ("flop", "r"), ("turn", "r"), ("flop", "c")):
        ...     _ = memory.learn({"street": street, "action": action})
        >>> memory.advance()
        >>> {action: round(chance, 3) for action, chance in
        ...     memory.chances("action", {"street": "flop"}).items()}
        {'c': 0.667, 'r': 0.333}
        """
        chunks, active = self.activations(query, rng, having=slot)
        scaled = active / self.temperature
        sizes = np.exp(scaled - scaled.max()) if chunks.size else scaled
        return self.chunks.sums(slot, chunks, sizes / max(sizes.sum(), 1.0))

    def blend(
        self, slot: str, query: Slots, rng: np.random.Generator | None = None
    ) -> float | None:
        """The mean of a slot's numbers over all matches, weighted by activation; None if none."""
        total, chances = 0.0, self.chances(slot, query, rng)
        for value, chance in chances.items():
            if not isinstance(value, int | float):
                raise VillainError(f"slot {slot!r} has {value!r}; only numbers can be blended")
            total += chance * value
        return total if chances else None


def _check_weight(weight: float) -> None:
    if not 0 < weight < inf:
        raise VillainError(f"a reference of weight {weight:g}; it should be above 0")
