"""AIVAT over hands that were written down: a known agent's, and those of the shared data."""

import os
from pathlib import Path

import numpy as np
import pytest

from benchmarks.aivat_published import key_of, published
from villain.agents import make_agent
from villain.arena import Match, play_match
from villain.arena.match_file import MatchFile
from villain.errors import VillainError
from villain.evaluation.aivat.stored import adjust_hands
from villain.evaluation.known_hands import hands_of
from villain.game import no_limit_holdem
from villain.game.chance import agent_seed

DATA = Path(os.environ.get("VILLAIN_DATA", "../shared/data")) / "deepstack"
LOG, PUBLISHED = DATA / "deepstack-heads-up.log.xz", DATA / "deepstack-aivat.csv.xz"


def test_kept_hands_of_a_known_agent_are_worth_what_they_were_in_the_match(tmp_path: Path) -> None:
    rules = no_limit_holdem(2, big_blind=100, stack=2000)
    match = Match(rules, ("raise:pot=1", "random"), deals=30, seed=4, duplicate=False, aivat=True)
    with MatchFile(tmp_path / "some.match", match, hands=True) as file:
        played = play_match(match, file=file)
        file.write_hands(tmp_path / "hands.phhs")
    agent = make_agent("raise:pot=1", agent_seed(4, 0, 0))
    hands = list(hands_of([tmp_path / "hands.phhs"]))
    one, other = match.names
    stored = adjust_hands(hands, one, agent)
    assert stored.chips == pytest.approx(played.by_deal[:, 0])
    assert stored.less_luck == pytest.approx(played.adjusted_by_deal[:, 0], abs=1e-9)
    assert stored.untrue == 0
    assert adjust_hands(hands, other).less_luck.std() < stored.chips.std()
    liar = adjust_hands(hands, other, make_agent("fold"))
    assert liar.untrue > 0
    with pytest.raises(VillainError, match="no hands of 'Zoe'"):
        adjust_hands(hands, "Zoe")


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.skipif(not LOG.exists(), reason=f"no data at {DATA}; set VILLAIN_DATA")
def test_professionals_hands_beside_the_published_figures() -> None:
    """Of professionals' hands the chances are not told, so only luck with the cards is taken out.

    The published column takes out DeepStack's own decisions as well; both are unbiased, so that
    they have the same mean.
    """
    hands = list(hands_of([LOG]))
    machine, figures = adjust_hands(hands, "DeepStack"), published(PUBLISHED)
    places = zip(machine.places, machine.chips.tolist(), strict=True)
    rows = [figures[key_of(hands[place], won)].pop() for place, won in places]
    chips, _, theirs = -np.array(rows).T
    assert len(machine.chips) == 24_522
    assert not any(figures.values())
    assert machine.chips == pytest.approx(chips)
    apart = machine.less_luck - theirs
    error = apart.std(ddof=1) / np.sqrt(len(apart))
    assert abs(apart.mean()) < 2.5 * error
    assert machine.reduction > 1.3
