"""The table of readers: the same cards for all, kept matches, and exact wins in one-card poker."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks import readers
from benchmarks.one_card_readers import RULES, draw, measure, strategy_of
from villain.agents.styles import StylePlayer
from villain.arena.luck import CARDS
from villain.evaluation.small_dial import SmallDial
from villain.game import Hand, Observation, shuffle
from villain.models.small_strategy import find_place
from villain.solver.small_answers import restricted_answer
from villain.solver.told_strategies import tell_strategy
from villain.strategy.one_card import STYLES
from villain.strategy.small_opponents import chances_of


def test_matches_are_kept_and_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(readers, "READERS", {"nobody": "call", "somebody": "fold"})
    file = tmp_path / "kept.jsonl"
    text = f"readers --only limper,caller --hands 30 --seed 4 --keep {file} --json"
    monkeypatch.setattr(sys, "argv", text.split())
    assert readers.main() == 0
    first, kept = capsys.readouterr().out, file.read_text()
    assert readers.main() == 0
    assert (capsys.readouterr().out, file.read_text()) == (first, kept)
    rows = json.loads(first)
    assert [len(rates) for rates in rows.values()] == [2, 2]
    matches = [json.loads(line) for line in kept.splitlines()]
    assert [one["run"]["agent"] for one in matches] == ["call", "call", "fold", "fold"]
    cards = [[row[CARDS] for row in one["luck"]] for one in matches]
    assert all(one == cards[0] for one in cards)


@pytest.mark.parametrize("extra", ["--readers tarot", "--only tarot", "--one-card --readers loki"])
def test_a_wrong_name_is_told(
    extra: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", f"readers {extra}".split())
    assert readers.main() == 2
    assert capsys.readouterr().err.startswith("no ")


@pytest.mark.parametrize("name", STYLES)
def test_a_style_is_the_same_by_its_strategy_and_at_the_table(name: str) -> None:
    style, chances = STYLES[name], chances_of(strategy_of(name))
    player, rng = StylePlayer(alpha=style.alpha, beta=style.beta), np.random.default_rng(2)
    for _ in range(60):
        hand = Hand(RULES, shuffle(RULES, rng))
        while hand.seat is not None:
            seen = hand.observation(hand.seat)
            action = player.act(seen)
            assert draw(chances(seen), seen, rng.random()) == action
            hand.act(action)


def test_what_is_won_is_that_of_the_answer() -> None:
    dial = SmallDial(RULES, strategy_of("LA"))
    answer = restricted_answer(dial.truth, 0.9)
    game = dial.game

    def told(seen: Observation) -> tuple[float, float, float]:
        node, board, place = find_place(game, seen)
        chances = [0.0, 0.0, 0.0]
        table = answer.chances(node, board)[:, place]
        for chance, move in zip(table, game.node(node).moves, strict=True):
            chances[{"fold": 0, "raise": 2}.get(move.kind, 1)] += float(chance)
        return chances[0], chances[1], chances[2]

    assert dial.wins(tell_strategy(game, RULES, told)) == pytest.approx(
        answer.wins_from(dial.truth), abs=1e-6
    )


def test_a_reader_of_styles_wins_more_from_one_of_them_than_equilibrium() -> None:
    nobody, baker = (measure(who, "LA", 40, 2, 3) for who in ("nobody", "baker-cards"))
    assert nobody.standard_error == pytest.approx(0)
    assert baker.mean > nobody.mean + 0.1
