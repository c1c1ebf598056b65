"""The cast: names, ways of playing, and who sits down with you."""

import pytest

from villain.agents.cast import CAST, EXPERT, USUAL, line_up, names_at
from villain.agents.families import FAMILIES, PEOPLE, STRONG, family_of
from villain.agents.registry import agent_names, make_agent
from villain.game.presets import limit_holdem, no_limit_holdem
from villain.models.crowd.people import STYLES


def test_everybody_has_a_name_and_a_way_of_his_own() -> None:
    for field in ("name", "agent", "title", "about"):
        assert len({getattr(one, field) for one in CAST}) == len(CAST)
    assert len(CAST) == 12
    assert {one.agent for one in CAST} >= {f"person:style={style}" for style in STYLES}
    assert sorted(USUAL) == sorted(STYLES)


def test_six_handed_are_four_styles_and_the_expert() -> None:
    usual = line_up(5)
    assert len({*usual}) == 5
    assert usual.count(EXPERT) == 1
    assert sum(one.startswith("person:style=") for one in usual) == 4
    assert line_up(1) == [EXPERT]


@pytest.mark.parametrize("players", range(2, 11))
def test_the_usual_opponents_play_hold_em_with_any_number(players: int) -> None:
    usual = line_up(players - 1)
    assert len(usual) == players - 1
    for agent in {*usual}:
        kind = type(make_agent(agent))
        assert kind.plays(no_limit_holdem(players))
        assert kind.plays(limit_holdem(players))


def test_names_are_all_different_at_the_largest_table() -> None:
    names = names_at(["person"] * 9, ["sam"])
    assert len({*names}) == 9
    assert "Sam" not in names
    assert names_at(["person:like=Ann"], ["ann"]) != ["Ann"]


def test_every_agent_has_its_family() -> None:
    families = {name: family_of(name) for name in agent_names()}
    assert {*families.values()} <= {*FAMILIES}
    assert families["person"] == PEOPLE
    assert family_of(EXPERT) == STRONG
    assert families["loki:som"] == "Loki (Billings and others, 1998)"
    assert families["huang:crowd"] == families["cheze"] == "Huang (2012)"
    assert FAMILIES[:2] == (PEOPLE, STRONG)
