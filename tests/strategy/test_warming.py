"""Warming up: every street, a bet, a fold and a showdown are thought about, once."""

from villain.game import limit_holdem, no_limit_holdem
from villain.game.events import Acted, Shown
from villain.game.observation import Observation
from villain.strategy.warming import warm_up


def test_every_street_a_bet_a_fold_and_a_showdown_are_thought_about() -> None:
    thoughts: list[tuple[Observation, int]] = []

    def think(seen: Observation, number: int) -> None:
        thoughts.append((seen, number))

    for rules in (no_limit_holdem(3), limit_holdem(2)):
        thoughts.clear()
        warm_up(rules, think, 7)
        assert {number for _, number in thoughts} == {7}
        turns = [seen for seen, _ in thoughts if seen.legal is not None]
        assert {seen.street for seen in turns} == {0, 1, 2, 3}
        assert {seen.seat for seen in turns} == set(range(rules.players))
        assert any(seen.legal is not None and seen.legal.call for seen in turns if seen.street == 1)
        called, folded = [seen.events for seen, _ in thoughts if seen.legal is None]
        assert any(isinstance(event, Shown) for event in called)
        assert any(isinstance(event, Acted) and event.kind == "fold" for event in folded)
        count = len(thoughts)
        warm_up(rules, think, 7)
        assert len(thoughts) == count
