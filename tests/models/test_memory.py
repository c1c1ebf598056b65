"""The declarative memory beside PyACTUp, and what it promises on its own."""

import pickle
from collections import defaultdict
from collections.abc import Hashable
from math import log, sqrt

import numpy as np
import pyactup  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from villain.errors import VillainError
from villain.models.memory.betting import Begins, similarity
from villain.models.memory.declarative import DeclarativeMemory

STREETS = ("cc", "rc", "crc", "rrc", "crrc")
CLOSE = pytest.approx(0, abs=1e-9)


def alike(one: Hashable, other: Hashable) -> float:
    """A similarity in the order of arguments that either side may use."""
    return similarity(*sorted((str(one), str(other))))


class Both:
    """The same history in our memory and in PyACTUp's."""

    def __init__(self, rng: np.random.Generator, **settings: float) -> None:
        self.rng = rng
        fast = bool(settings.get("fast", 0))
        decay, noise = settings.get("decay", 0.5), settings.get("noise", 0.0)
        temperature = settings.get("temperature", 1.0)
        threshold, mismatch = settings.get("threshold"), settings.get("mismatch")
        similarities = {"flop": alike, "turn": alike}
        self.ours = DeclarativeMemory(
            decay=decay,
            noise=noise,
            temperature=temperature,
            threshold=threshold,
            mismatch=mismatch,
            fast=fast,
            similarities=similarities,
        )
        self.theirs = pyactup.Memory(
            noise=noise,
            decay=decay,
            temperature=temperature,
            threshold=threshold,
            mismatch=mismatch,
            optimized_learning=fast,
        )
        self.theirs.similarity(["flop", "turn"], alike)

    def live(self, events: int) -> None:
        """Learn at random times; now and then something is retrieved, and that is a reference."""
        for _ in range(events):
            chunk = {
                "seat": int(self.rng.integers(2)),
                "flop": STREETS[int(self.rng.integers(5))],
                "turn": STREETS[int(self.rng.integers(5))],
                "odds": float(self.rng.integers(21)) / 20,
            }
            if self.rng.random() < 0.1:
                del chunk["turn"]
            self.ours.learn(chunk)
            self.theirs.learn(chunk)
            passed = float(self.rng.exponential()) + 0.01
            self.ours.advance(passed)
            self.theirs.advance(passed)
            if self.rng.random() < 0.3:
                query = self.query()
                found = self.ours.recall(query)
                same = self.theirs.retrieve(query, partial=True, rehearse=True)
                assert (found is None) == (same is None)
                if found is not None:
                    # Of equally active chunks either may come to mind.
                    chunks, levels = self.ours.activations(query)
                    again = self.ours.learn(dict(same))
                    assert levels[chunks == again] - found.activation == CLOSE
                self.ours.advance(0.5)
                self.theirs.advance(0.5)

    def query(self) -> dict[str, Hashable]:
        whole = {"seat": 0, "flop": STREETS[int(self.rng.integers(5))], "turn": "rc"}
        return {slot: value for slot, value in whole.items() if self.rng.random() < 0.7}

    def same_noise(self, seed: int) -> np.random.Generator:
        """Both draw the same noise from here on."""
        theirs = np.random.default_rng(seed)
        self.theirs.noise_distribution = lambda: theirs.logistic()
        return np.random.default_rng(seed)


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    events=st.integers(0, 60),
    decay=st.sampled_from([0.0, 0.3, 0.5, 0.9]),
    fast=st.booleans(),
    mismatch=st.sampled_from([None, 0.0, 1.0, 4.0]),
    threshold=st.sampled_from([None, -1.0, 0.5]),
    temperature=st.sampled_from([0.2, 1.0, 3.0]),
)
def test_equal_to_pyactup_on_random_histories(
    seed: int,
    events: int,
    decay: float,
    fast: bool,
    mismatch: float | None,
    threshold: float | None,
    temperature: float,
) -> None:
    chosen: dict[str, float] = {"decay": decay, "fast": fast, "temperature": temperature}
    if mismatch is not None:
        chosen["mismatch"] = mismatch
    if threshold is not None:
        chosen["threshold"] = threshold
    both = Both(np.random.default_rng(seed), **chosen)
    both.live(events)
    assert len(both.ours) == len(both.theirs)
    for _ in range(10):
        compare(both, both.query())


def compare(both: Both, query: dict[str, Hashable]) -> None:
    ours, theirs = both.ours, both.theirs
    theirs.activation_history = []
    blended = theirs.blend("odds", query)
    told = {step["attributes"]: step for step in theirs.activation_history}
    chunks, found = ours.activations(query)
    for chunk, activation in zip(chunks.tolist(), found.tolist(), strict=True):
        step = told[tuple(sorted(ours.chunks.slots(chunk).items(), key=_place))]
        assert activation - step["activation"] == CLOSE
        assert ours.base_levels()[chunk] - step["base_level_activation"] == CLOSE
    passed = [step for step in told.values() if step.get("meets_threshold", True)]
    assert len(chunks) == len(passed)
    mean = ours.blend("odds", query)
    assert (mean is None) == (blended is None)
    if mean is not None:
        assert mean - blended == CLOSE
        chances: dict[Hashable, float] = defaultdict(float)
        for attributes, step in told.items():
            chances[dict(attributes)["odds"]] += step.get("retrieval_probability", 0.0)
        own = ours.chances("odds", query)
        for value in own.keys() | chances.keys():
            assert own.get(value, 0.0) - chances[value] == CLOSE


def _place(item: tuple[str, Hashable]) -> int:
    return ("seat", "flop", "turn", "odds").index(item[0])


@pytest.mark.parametrize("seed", range(5))
def test_noise_is_pyactups_where_both_draw_the_same(seed: int) -> None:
    both = Both(np.random.default_rng(seed), noise=0.4, temperature=0.5, mismatch=1.0)
    # One set of slots, since PyACTUp draws set by set and we in the order of learning.
    for number in range(40):
        chunk = {"flop": STREETS[number % 5], "odds": number % 7 / 7}
        both.ours.learn(chunk)
        both.theirs.learn(chunk)
        both.ours.advance()
        both.theirs.advance()
    query = {"flop": "rc"}
    rng = both.same_noise(seed)
    mean = both.ours.blend("odds", query, rng)
    assert mean is not None
    assert mean - both.theirs.blend("odds", query) == CLOSE
    rng = both.same_noise(seed)
    found = both.ours.recall(query, rng)
    assert found is not None
    assert found.slots == dict(both.theirs.retrieve(query, partial=True))


def test_the_papers_formula_by_hand() -> None:
    memory = DeclarativeMemory()
    for _ in range(2):
        memory.learn({"preflop": "cc", "odds": 0.5})
        memory.advance(3)
    assert memory.base_levels().tolist() == pytest.approx([log(1 / sqrt(6) + 1 / sqrt(3))])
    # A retrieval is a reference, but only when it is said.
    found = memory.recall({"preflop": "cc"})
    assert found is not None
    before = pickle.dumps(memory)
    memory.recall({"preflop": "cc"})
    assert pickle.dumps(memory) == before
    memory.refer(found.chunk)
    memory.advance(1)
    assert np.exp(memory.base_levels()) == pytest.approx([1 / sqrt(7) + 1 / sqrt(4) + 1])


def test_equal_chunks_merge_and_others_do_not() -> None:
    memory = DeclarativeMemory()
    assert [memory.learn({"a": 1}), memory.learn({"a": 2}), memory.learn({"a": 1})] == [0, 1, 0]
    assert memory.learn({"a": 1, "b": None}) == 2
    assert (len(memory), len(memory.references)) == (3, 4)
    assert memory.chunks.slots(2) == {"a": 1, "b": None}


def test_weak_references_count_for_less() -> None:
    memory = DeclarativeMemory()
    memory.learn({"seat": 0, "odds": 0.2}, 0.25)
    memory.learn({"seat": 0, "odds": 0.6}, 0.75)
    memory.advance()
    assert memory.blend("odds", {"seat": 0}) == pytest.approx(0.5)
    assert memory.evidence("odds", {"seat": 0}) == pytest.approx({0.2: 0.25, 0.6: 0.75})


def test_the_fast_level_is_near_the_exact_one_where_references_come_evenly() -> None:
    exact, fast = DeclarativeMemory(), DeclarativeMemory(fast=True)
    for memory in (exact, fast):
        for _ in range(2000):
            memory.learn({"a": 1})
            memory.advance()
    assert exact.base_levels()[0] == pytest.approx(fast.base_levels()[0], abs=0.02)


def test_a_street_that_is_not_over_matches_all_that_go_on_from_it() -> None:
    memory = DeclarativeMemory()
    for betting, odds in (("crc", 0.8), ("crrc", 0.6), ("cc", 0.1)):
        memory.learn({"flop": betting, "odds": odds})
    memory.advance()
    assert memory.blend("odds", {"flop": Begins("cr")}) == pytest.approx(0.7)
    assert memory.blend("odds", {"flop": Begins("")}) == pytest.approx(0.5)
    assert memory.blend("odds", {"flop": Begins("r")}) is None


@given(st.text("crwxyz", max_size=6), st.text("crwxyz", max_size=6))
def test_similarity_is_symmetric_and_one_only_for_the_same(one: str, other: str) -> None:
    found = similarity(one, other)
    assert 0 <= found <= 1
    assert found == similarity(other, one)
    assert (found == 1) == (one == other)


def test_what_was_done_just_now_cannot_be_asked_for() -> None:
    for fast in (False, True):
        memory = DeclarativeMemory(fast=fast)
        memory.learn({"a": 1})
        with pytest.raises(VillainError, match="let time pass"):
            memory.recall({"a": 1})


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"decay": -1.0}, "decay=-1"),
        ({"decay": 1.0, "fast": True}, "below 1"),
        ({"noise": -0.1}, "noise=-0.1"),
        ({"temperature": 0.0}, "above 0"),
        ({"mismatch": -1.0}, "mismatch=-1"),
    ],
)
def test_wrong_settings_are_named(wrong: dict[str, float], words: str) -> None:
    with pytest.raises(VillainError, match=words):
        DeclarativeMemory(**wrong)  # type: ignore[arg-type]


def test_wrong_questions_are_named() -> None:
    memory = DeclarativeMemory(noise=0.2)
    memory.learn({"name": "Ann"})
    memory.advance()
    for ask, words in (
        (lambda: memory.recall({"name": "Ann"}), "generator"),
        (lambda: memory.blend("name", {}, np.random.default_rng(1)), "only numbers"),
        (lambda: memory.learn({}), "no slots"),
        (lambda: memory.learn({"a": 1}, 0.0), "weight 0"),
        (lambda: memory.refer(7), "no chunk 7"),
        (lambda: memory.advance(-1), "cannot pass"),
    ):
        with pytest.raises(VillainError, match=words):
            ask()
