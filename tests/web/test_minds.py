"""What came to a model's mind: what it says its answers rest on, and how the page is told."""

import pickle
from collections.abc import Iterator

import numpy as np
import pytest

from tests.web.test_table import play_hand
from villain.game import limit_holdem, no_limit_holdem
from villain.game.actions import CALL
from villain.models.memory.betting import similarity
from villain.models.memory.model import DOUBT, MemoryModel
from villain.models.registry import MODELS, make_model
from villain.web.beliefs import of_them, of_you
from villain.web.messages import Memento, Mind, Settings
from villain.web.minds import deeds, mind_of
from villain.web.table import PageTable

MEMORIES = [name for name in MODELS if name.startswith("memory:") and name != "memory:explicit"]


def seated(*opponents: str, hands: int = 0, betting: str = "limit") -> PageTable:
    """A table at which so many hands have been played, at the person's next turn."""
    told = {"opponents": list(opponents), "betting": betting, "seed": 6}
    table, rng = PageTable(Settings.model_validate(told)), np.random.default_rng(6)
    for _ in range(hands):
        play_hand(table, rng)
        table.deal()
    while table.turn != table.you:
        table.act(table.choose())
    return table


def minds(table: PageTable, reader: str, hands: int = 4) -> Iterator[tuple[Mind, PageTable]]:
    """What comes to mind at each of the person's turns, who calls everything."""
    for _ in range(hands):
        while not table.hand.over:
            if table.turn == table.you:
                mind = of_them(table, 1, table.reader(reader)).mind
                assert mind is not None
                yield mind, table
            table.act(CALL if table.turn == table.you else table.choose())
        table.deal()


def in_words(one: Memento) -> list[str]:
    return ["–".join(deed.words for deed in street) for street in one.streets]


@pytest.mark.parametrize(
    ("word", "street", "words", "his"),
    [
        ("rc", 0, "raise call", [True, False]),
        ("cc", 0, "call check", [True, False]),
        ("crrc", 0, "call raise raise call", [True, False, True, False]),
        ("crc", 1, "check bet call", [False, True, False]),
        ("rrf", 3, "bet raise fold", [False, True, False]),
        ("cwzf", 2, "check small-bet large-raise fold", [False, True, False, True]),
        ("xc", 0, "half-pot-raise call", [True, False]),
        ("", 1, "", []),
    ],
)
def test_betting_is_told_as_players_say_it(
    word: str, street: int, words: str, his: list[bool]
) -> None:
    """Of him in seat 1, who has the button: he acts first before the flop, and last after it."""
    found = deeds(word, no_limit_holdem(2), street, 1)
    assert [deed.words.replace(" ", "-") for deed in found] == words.split()
    assert [deed.his for deed in found] == his
    kinds = {"fold": "fold", "call": "call", "check": "call", "bet": "raise", "raise": "raise"}
    assert all(deed.kind == kinds[deed.words.split(" ")[-1]] for deed in found)


def test_nothing_comes_to_an_empty_mind() -> None:
    table = seated("sander:baseline")
    read = of_them(table, 1, table.reader("memory:som"))
    assert read.mind == Mind(came=[], chance=None, trust=0.0, kinds=[])
    assert {*read.grid} <= {1.0}  # any two cards


@pytest.mark.parametrize("reader", MEMORIES)
def test_the_strongest_comes_first_and_five_at_most(reader: str) -> None:
    table = seated("sander:baseline", hands=12)
    told = 0
    for mind, _ in minds(table, reader):
        active = [one.activation for one in mind.came]
        assert active == sorted(active, reverse=True)
        assert len(active) <= 5
        assert (mind.chance is None) == (not active)
        assert (mind.trust > 0) == bool(active)
        assert sum(one.share for one in mind.came) <= 1.001
        for one in mind.came:
            assert len(one.streets) == table.hand.street + 1
            assert one.share > 0 or "blend" not in reader
        told += len(active)
    assert told


def test_plainly_the_first_is_the_answer() -> None:
    table = seated("sander:baseline", hands=12)
    for mind, _ in minds(table, "memory:s+gom"):
        if mind.came:
            assert [one.share for one in mind.came] == [1.0, 0, 0, 0, 0][: len(mind.came)]
            assert (mind.chance, mind.trust) == (mind.came[0].chance, 1.0)
        assert not any(one.similar for one in mind.came)


def test_a_blend_is_the_mean_of_what_came_by_share() -> None:
    """Where all that is remembered is told; the trust is that with which the range is mixed."""
    table = seated("call")
    checked = 0
    for mind, _ in minds(table, "memory:sizes", hands=3):
        model = table.reader("memory:sizes")
        assert isinstance(model, MemoryModel)
        seen, seat = table.seen_by(table.seat_of(0)), table.seat_of(1)
        if 0 < len(model.remembered(seen, seat, 100)) <= 5:
            assert sum(one.share for one in mind.came) == pytest.approx(1, abs=1e-3)
            mean = sum(one.share * one.chance for one in mind.came)
            assert mind.chance == pytest.approx(mean, abs=1e-3)
            evidence = sum(np.exp(one.activation) for one in mind.came)
            assert mind.trust == pytest.approx(evidence / (evidence + DOUBT), abs=1e-2)
            checked += 1
    assert checked


def test_what_was_bet_otherwise_is_called_similar() -> None:
    table = seated("sander:baseline", hands=25)
    found = {True: 0, False: 0}
    for mind, _ in minds(table, "memory:sizes", hands=8):
        seen, seat = table.seen_by(table.seat_of(0)), table.seat_of(1)
        model = table.reader("memory:sizes")
        assert isinstance(model, MemoryModel)
        _, query = model._asked(seen, seat)
        streets = ("preflop", "flop", "turn", "river")[: seen.street + 1]
        chunks = model.remembered(seen, seat)
        for chunk, one in zip(chunks, mind.came, strict=True):
            alike = [similarity(chunk.slots[street], query[street]) for street in streets]
            assert one.similar == (min(alike) < 1)
            found[one.similar] += 1
    assert all(found.values())


def test_kinds_of_players_are_told_with_their_chances() -> None:
    table = seated("sander:baseline:aggression=0.4", hands=25)
    players = set()
    for mind, _ in minds(table, "memory:segregated"):
        chances = {one.name: one.chance for one in mind.kinds}
        assert list(chances) == ["aggressive", "moderate", "conservative"]
        assert sum(chances.values()) == pytest.approx(1, abs=1e-3)
        assert all(one.player in chances for one in mind.came)
        players |= {one.player for one in mind.came}
    assert players
    assert chances["aggressive"] > chances["conservative"]


def test_the_hand_that_was_just_shown_is_remembered() -> None:
    """Who only calls shows every hand: it is the strongest when it comes again."""
    table = seated("call")
    while not table.hand.over:
        table.act(CALL if table.turn == 0 else table.choose())
    read = of_them(table, 1, table.reader("memory:som"))
    assert read.mind is not None
    (one,) = read.mind.came
    words = in_words(one)
    assert words[0] in ("call–check", "check–call")
    assert words[1:] == ["check–check"] * 3
    assert [deed.his for deed in one.streets[1]] in ([True, False], [False, True])


def test_what_comes_to_the_mind_of_one_who_remembers_you() -> None:
    table = seated("sander:model", hands=5)
    read = of_you(table, 1)
    assert read.mind is not None
    assert read.mind.came
    assert of_you(seated("loki:som"), 1).mind is None
    assert of_them(table, 1, table.reader("chooser")).mind is None


@pytest.mark.parametrize("name", [one for one in MODELS if make_model(one).reads(limit_holdem(2))])
def test_asking_changes_nothing(name: str) -> None:
    table = seated("sander:baseline", hands=3)
    model = table.reader(name)
    before = pickle.dumps(model)
    seen, seat = table.seen_by(table.seat_of(0)), table.seat_of(1)
    assert (mind_of(model, seen, seat) is not None) == (name in MEMORIES)
    assert mind_of(model, seen, seat) == mind_of(model, seen, seat)
    assert pickle.dumps(model) == before
