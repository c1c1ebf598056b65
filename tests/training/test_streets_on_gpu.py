"""Streets valued in PyTorch, on a GPU or without one, beside the package's own solver.

They need PyTorch (`make test-gpu`); without a GPU they run on the processor.
"""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from training.values.drawn_streets import DrawnStreets, draw_streets
from training.values.examples import features_on
from training.values.games import games_in
from training.values.rivers import LIMIT, NO_LIMIT, RATIOS
from training.values.street_shapes import MENU, POT, alike_ratios, street_start
from villain.cards.card import DECK
from villain.solver.street_betting import street_tree
from villain.solver.street_game import street_game
from villain.solver.street_solution import StreetSolution
from villain.solver.values.board_facts import BoardFacts
from villain.solver.values.network import NetworkEnds, ValueNetwork, network_for

pytestmark = pytest.mark.gpu


@pytest.fixture(scope="module")
def torch() -> Any:  # noqa: ANN401
    return pytest.importorskip("torch")


@pytest.fixture(scope="module")
def device(torch: Any) -> Any:  # noqa: ANN401
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def _on_device(streets: DrawnStreets, network: ValueNetwork, device: Any) -> tuple[Any, Any, Any]:  # noqa: ANN401
    """Boards with the network on them, and reaches and ratios by board and pair."""
    from training.values.gpu_boards import GpuNetwork, boards_of

    cards = len(streets.boards[0])
    boards = boards_of(streets.ranks, streets.now, streets.cards, cards, device)
    shape = (len(streets.boards), -1)
    import torch

    reaches = torch.from_numpy(streets.ranges).to(device).view(*shape, 2, boards.size)
    return GpuNetwork(network, device).on(boards), reaches, streets.ratios.reshape(shape)


@pytest.mark.parametrize(("cards", "name"), [(4, "turn_end"), (3, "flop_end")])
def test_networks_see_and_answer_the_same(
    torch: Any,  # noqa: ANN401
    device: Any,  # noqa: ANN401
    cards: int,
    name: str,
) -> None:
    streets, network = draw_streets(5, cards=cards, boards=2, pairs=2), network_for(name)
    ends, reaches, places = _on_device(streets, network, device)
    values, seen = ends.shares(reaches, torch.from_numpy(RATIOS[places]).to(device))
    for board in (0, 1):
        features = features_on(streets.boards[board])
        np.testing.assert_allclose(
            ends.boards.edge[board].float().cpu(), features.facts.edge, atol=1e-3
        )
        both = streets.ranges[2 * board : 2 * board + 2]
        wanted, rivals = NetworkEnds(network, features).shares(
            (both[:, 0], both[:, 1]), RATIOS[places[board]]
        )
        answers = values[board].cpu().numpy().swapaxes(0, 1)
        np.testing.assert_allclose(answers, wanted, atol=3e-3)
        np.testing.assert_allclose(
            seen.rivals[board].cpu().numpy().swapaxes(0, 1), rivals, atol=1e-5
        )


@pytest.mark.parametrize("limit", [False, True])
@pytest.mark.parametrize(("cards", "name"), [(4, "turn_end"), (3, "flop_end")])
def test_streets_have_the_solvers_values(
    device: Any,  # noqa: ANN401
    cards: int,
    name: str,
    limit: bool,
) -> None:
    from training.values.gpu_streets import GpuStreets

    # A few iterations: where values chase each other, rounding is enough to part them later.
    alike = alike_ratios(cards, limit=limit)[:1]
    streets = draw_streets(6, cards=cards, boards=1, pairs=2, alike=alike)
    network, board = network_for("limit_" * limit + name), streets.boards[0]
    ends, reaches, places = _on_device(streets, network, device)
    solved = GpuStreets(ends, reaches, places, cards)
    solved.improve(6, 2)
    values, facts = solved.values()[0].cpu().numpy(), BoardFacts(board)
    for pair, place in enumerate(places[0]):
        wide = np.zeros((2, 1326))
        wide[:, facts.holdings] = streets.ranges[pair]
        start = street_start(board, float(RATIOS[place]), limit=limit)
        game = street_game(street_tree(start, MENU), wide)
        shares = _LimitShares(network.on(facts), float(RATIOS[place]) * POT)
        solution = StreetSolution(game, shares if limit else network.on(facts), every=2)
        solution.improve(6)
        for player in (0, 1):
            weights = streets.ranges[pair][player]
            off = np.abs(values[pair, player] - solution.values(player) / POT)
            assert float(weights @ off) / weights.sum() < 0.002


class _LimitShares:
    """A network asked about a bet in place of what is behind."""

    def __init__(self, ends: NetworkEnds, bet: float) -> None:
        self.ends, self.bet = ends, bet

    def values(self, reaches: Any, pots: Any, stacks: Any) -> Any:  # noqa: ANN401
        return self.ends.values(reaches, pots, np.full_like(stacks, self.bet))


def test_the_end_of_a_flop_is_the_mean_of_its_turns(device: Any) -> None:  # noqa: ANN401
    from training.values.gpu_boards import GpuNetwork
    from training.values.streets_on_gpu import end_values

    network = network_for("turn_start")
    streets = draw_streets(7, cards=3, boards=1, pairs=1)
    _, values = end_values(GpuNetwork(network, device), streets, 0, device)
    facts, [both] = BoardFacts(streets.boards[0]), streets.ranges
    sums = np.zeros((2, facts.size))
    for card in (card for card in DECK if card not in facts.board):
        after = BoardFacts((*facts.board, card))
        inside = np.searchsorted(facts.holdings, after.holdings)
        left = both[:, None, inside]
        shares, rivals = network.on(after).shares((left[0], left[1]), RATIOS[streets.ratios])
        sums[:, inside] += (shares * rivals)[:, 0]
    for player in (0, 1):
        wanted = sums[player] / (45 * facts.rivals(both[1 - player][None])[0])
        np.testing.assert_allclose(values[0, 0, player].cpu(), wanted, atol=2e-3)


def test_examples_are_what_the_package_sees(tmp_path: Path, device: Any) -> None:  # noqa: ANN401
    from training.values.gpu_boards import GpuNetwork
    from training.values.gpu_examples import save_valued
    from training.values.streets_on_gpu import start_values

    network = GpuNetwork(network_for("turn_end"), device)
    streets = draw_streets(8, boards=1, pairs=2, alike=alike_ratios(4)[:1])
    save_valued(tmp_path / "8.npz", streets, *start_values(network, streets, 4, device), seed=8)
    examples = np.load(tmp_path / "8.values.4.examples")
    games = list(games_in(tmp_path / "8.npz", 4))
    assert len(games) == 2
    for row, (game, player) in enumerate((game, player) for game in games for player in (0, 1)):
        features = features_on(game.board)
        inputs = features.inputs((game.ranges[:1], game.ranges[1:]), np.array([game.ratio]))
        np.testing.assert_allclose(examples["overall"][row], inputs.globals[player, 0], atol=1e-4)
        whole = np.concatenate([inputs.changing[player, 0], features.static], axis=1)
        for some in range(0, 256, 50):
            apart = np.abs(whole - examples["holdings"][row, some]).max(axis=1)
            assert apart.min() < 1e-3
            assert game.values[player, apart.argmin()] == pytest.approx(
                examples["values"][row, some], abs=1e-5
            )


def test_ratios_of_both_games_are_apart() -> None:
    assert not set(LIMIT) & set(NO_LIMIT)
