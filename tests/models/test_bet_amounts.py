from dataclasses import replace

import numpy as np
import pytest

from villain.game.presets import no_limit_holdem
from villain.game.public_state import PublicState
from villain.game.situation import situation_of
from villain.models.crowd.bet_amounts import draw_raise
from villain.models.crowd.kinds import KIND_OF_SIZE
from villain.models.crowd.people import HIMSELF, MIX, made_up_people, somebody
from villain.models.crowd.situations import SIZES, size_code


@pytest.mark.parametrize(
    ("blinds", "amounts"), [((10, 20), {70}), ((50, 100), {350}), ((10, 25), {75, 100})]
)
def test_a_pot_before_the_flop_is_three_and_a_half_blinds_or_a_whole_number(
    blinds: tuple[int, int], amounts: set[int]
) -> None:
    rules = no_limit_holdem(6, big_blind=blinds[1], stack=100 * blinds[1])
    rules = replace(rules, blinds=(*blinds, 0, 0, 0, 0))
    first_in = situation_of(PublicState.at_start(rules))
    size = size_code(1.0)
    sizes, rng = np.eye(SIZES)[size], np.random.default_rng(1)
    kind = int(KIND_OF_SIZE[size])
    drawn = [draw_raise(first_in, sizes, kind, rng, whole) for whole in (0.95, 0.35) * 100]
    assert amounts <= set(drawn)
    assert sum(one in amounts for one in drawn) > 180


def test_strangers_of_a_ring_are_of_many_kinds() -> None:
    several = len(MIX["ring"])
    windows = {
        style: [one.rows.tobytes() for one in made_up_people()[f"ring/{style}"]]
        for style in MIX["ring"]
    }
    for which, style in enumerate(MIX["ring"]):
        player = somebody("ring", which=which + 3 * several).player(HIMSELF)
        assert player is not None
        assert windows[style].index(b"".join(player.rows)) == 3
