"""Valued streets written to files: as games, and as what a network is trained on."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

from training.values.drawn_streets import DrawnStreets
from training.values.examples import SOME, Examples, save_examples
from training.values.games import Games
from training.values.gpu_boards import GpuBoards
from training.values.rivers import RATIOS

_POSSIBLE = 1e-6


def save_valued(
    path: Path, streets: DrawnStreets, boards: GpuBoards, values: torch.Tensor, seed: int
) -> None:
    """Write both files of streets with their values: by board, pair, player and holding."""
    reaches = torch.from_numpy(streets.ranges).to(values.device).view_as(values)
    ratios = RATIOS[streets.ratios].reshape(values.shape[:2])
    save_examples(path, len(streets.boards[0]), examples(boards, reaches, ratios, values, seed))
    games, kept = Games(), values.flatten(0, 1).cpu().numpy()
    for place, number in enumerate(streets.board_of):
        ratio, ranges = float(RATIOS[streets.ratios[place]]), list(streets.ranges[place])
        games.add(streets.boards[number], ratio, ranges, list(kept[place]))
    games.save(path)


def examples(
    boards: GpuBoards,
    reaches: torch.Tensor,
    ratios: npt.NDArray[np.float64],
    values: torch.Tensor,
    seed: int,
) -> Examples:
    """What is seen of some holdings of every game, half of them drawn by their weight."""
    device, (many, pairs, _, size) = values.device, values.shape
    generator = torch.Generator(device).manual_seed(seed)
    weights = reaches / reaches.amax(dim=3, keepdim=True)
    seen = boards.see(weights, torch.from_numpy(ratios).to(device))
    rows = weights.view(-1, size)
    by_weight = torch.multinomial(rows, SOME // 2, replacement=True, generator=generator)
    shape = (len(rows), SOME // 2)
    of_all = torch.randint(size, shape, generator=generator, device=device)
    some = torch.cat([by_weight, of_all], dim=1).view(many, pairs, 2, SOME)

    def chosen(numbers: torch.Tensor) -> torch.Tensor:
        places = some[..., None].expand(*some.shape, numbers.shape[4])
        return numbers.expand(many, pairs, 2, -1, -1).gather(3, places)

    holdings = torch.cat([chosen(seen.changing), chosen(boards.static[:, None, None])], dim=4)
    possible = seen.rivals.gather(3, some) > _POSSIBLE
    counted = torch.cat([torch.ones(SOME // 2), torch.full((SOME // 2,), 0.25)]).to(device)
    parts = (seen.overall, holdings, values.gather(3, some), possible * counted)
    return Examples(*(part.flatten(0, 2).float().cpu().numpy() for part in parts))
