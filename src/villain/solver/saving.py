"""Solutions as files: the spot, and all that was learned, to be looked at or gone on with."""

import json
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from villain.cards.card import parse_distinct
from villain.cards.range import Range
from villain.errors import VillainError
from villain.files import replacing
from villain.kernels.arrays import FloatArray
from villain.solver.locks import Locks
from villain.solver.sizes import BetSizes
from villain.solver.solution import Bound, Solution
from villain.solver.solvable import MEMORY, solvable_spot
from villain.solver.spot import FixedBets, Spot

VERSION = 1
SUFFIX = ".solution"


def save_solution(path: Path, spot: Spot, solution: Solution) -> None:
    """Write a solution; a file of that name is replaced once the new one is whole."""
    learned, locks = solution.learned, solution.locks
    record = {
        "version": VERSION,
        "spot": spot_as_dict(spot),
        "scheme": solution.scheme.name,
        "short": solution.short,
        "iterations": solution.iterations,
        "seconds": solution.seconds,
        "bound": solution.bound,
        "locks": [list(key) for key in locks.at],
    }
    arrays: dict[str, Any] = {}
    for number, lock in enumerate(locks.at.values()):
        arrays |= {f"lock{number}": lock.chances, f"share{number}": lock.share}
    with replacing(path) as file:
        np.savez(
            file,
            record=np.array(json.dumps(record)),
            ranges=np.array([held.weights for held in spot.ranges]),
            regrets=learned.regrets,
            regret_scale=learned.regret_scale,
            predicted=learned.predicted,
            sums=learned.sums,
            sum_scale=learned.sum_scale,
            **arrays,
        )


def load_solution(path: Path, *, threads: int = 1, memory: float = MEMORY) -> tuple[Spot, Solution]:
    """Read a solution, to be looked at or gone on with."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            record = json.loads(str(file["record"]))
            if record["version"] != VERSION:
                raise VillainError(
                    f"{path} was written by another version ({record['version']}); solve it again"
                )
            spot = spot_from_dict(record["spot"], file["ranges"])
            short = bool(record["short"])
            game = solvable_spot(spot, memory=memory, bytes_each=4.0 if short else 8.0)
            locks = Locks(game)
            for number, (node, board) in enumerate(record["locks"]):
                locks.add(node, board, file[f"lock{number}"], file[f"share{number}"])
            bound = Bound(*record["bound"]) if record["bound"] else None
            solution = Solution(
                game,
                scheme=record["scheme"],
                threads=threads,
                short=short,
                locks=locks,
                bound=bound,
            )
            for name in ("regrets", "regret_scale", "predicted", "sums", "sum_scale"):
                getattr(solution.learned, name)[:] = file[name]
            solution.iterations = int(record["iterations"])
            solution.seconds = float(record["seconds"])
    except FileNotFoundError:
        raise VillainError(f"there is no file {str(path)!r}") from None
    except OSError as error:
        raise VillainError(f"{path} cannot be read: {error.strerror or error}") from None
    except (BadZipFile, KeyError, TypeError, ValueError, EOFError):
        raise VillainError(f"{path} is no solution, or damaged; solve it again") from None
    return spot, solution


def spot_as_dict(spot: Spot) -> dict[str, Any]:
    """A spot in plain words and numbers, without its ranges."""
    record = {
        name: getattr(spot, name)
        for name in ("pot", "to_act", "last_raise", "raises", "rake", "all_in", "chip", "least_bet")
    }
    return record | {
        "board": spot.board_text,
        "stacks": list(spot.stacks),
        "sizes": [str(sizes) for sizes in spot.sizes],
        "bets": list(spot.bets),
        "rake_cap": None if spot.rake_cap == float("inf") else spot.rake_cap,
        "fixed": None if spot.fixed is None else [list(spot.fixed.amounts), spot.fixed.cap],
        "names": list(spot.names),
    }


def spot_from_dict(record: dict[str, Any], ranges: FloatArray) -> Spot:
    """The spot of `spot_as_dict` and the weights of both ranges."""
    values = dict(record)
    one, two = (BetSizes.parse(text) for text in values.pop("sizes"))
    fixed, cap = values.pop("fixed"), values.pop("rake_cap")
    pairs: dict[str, Any] = {name: tuple(values.pop(name)) for name in ("stacks", "bets", "names")}
    return Spot(
        parse_distinct(values.pop("board"), "board"),
        ranges=(Range(ranges[0]), Range(ranges[1])),
        sizes=(one, two),
        rake_cap=float("inf") if cap is None else cap,
        fixed=None if fixed is None else FixedBets(tuple(fixed[0]), fixed[1]),
        **pairs,
        **values,
    )
