"""The rival to beat: boosted trees that see the situation and running statistics of the player.

    python -m training.crowd.trees --data streams --train ps ftp irc --judge ong
        --out trees-noong.npz

They are trained on the same hands as the network (`splits`), stop on the same players, and are
asked about every decision before it is counted. By default they get the statistics that the network
has, and what people do in each kind of situation; with ``--usual`` those that trackers show. Needs
LightGBM and SciPy.
"""

import argparse
import json
from pathlib import Path

import lightgbm
import numpy as np
import numpy.typing as npt

from training.crowd.running import expected_of, kinds, running
from training.crowd.splits import chosen, judged
from training.crowd.stream_files import Decisions, load_decisions

STREET, RAISES, COULD_RAISE, COULD_FOLD, OWED = 1, 7, 13, 14, 15
SETTINGS = {
    "objective": "multiclass",
    "num_class": 3,
    "learning_rate": 0.1,
    "num_leaves": 127,
    "min_data_in_leaf": 200,
    "lambda_l2": 5.0,
    "feature_fraction": 0.6,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "max_bin": 127,
    "metric": "multi_logloss",
    "verbose": -1,
}
ROUNDS = 1500

Table = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]


def table(told: Decisions, expected: Table, *, usual: bool) -> Table:
    """What the trees see of every decision: the situation, statistics, and the decision before."""
    codes = told.situations.astype(np.float32)
    if usual:
        return np.concatenate([codes, usual_statistics(told)], axis=1)
    before = np.zeros((len(told.actions), 3), np.float32)
    before[1:, 0], before[1:, 1] = told.actions[:-1], told.situations[:-1, STREET]
    before[:, 2] = told.fresh
    before[told.offsets[:-1][np.diff(told.offsets) > 0], :2] = -1
    here = expected[kinds(told.situations)]
    return np.concatenate([codes, running(told, expected), here, before], axis=1)


def usual_statistics(told: Decisions) -> Table:
    """What trackers show, before each decision: hands, VPIP, PFR, aggression, folds to bets."""
    starts = np.repeat(told.offsets[:-1], np.diff(told.offsets))
    begins = np.maximum.accumulate(np.where(told.fresh, np.arange(len(starts)), 0))

    def before(flags: Flags) -> npt.NDArray[np.float64]:
        sums = np.concatenate([[0.0], np.cumsum(flags)])
        return sums[:-1] - sums[starts]

    def once(flags: Flags) -> Flags:
        """The first time in a hand."""
        sums = np.concatenate([[0], np.cumsum(flags)])
        return flags & (sums[:-1] == sums[begins])

    def share(flags: Flags, of: Flags) -> npt.NDArray[np.float64]:
        return before(flags) / np.maximum(before(of), 1)

    codes = told.situations
    first, later, bet = codes[:, STREET] == 0, codes[:, STREET] > 0, codes[:, OWED] > 0
    raised_before = first & (codes[:, RAISES] > 0)
    called, raised, folded = (told.actions == 1) & bet, told.actions == 2, told.actions == 0
    columns = [
        before(told.fresh),
        share(once(first & (called | raised)), told.fresh),
        share(once(first & raised), told.fresh),
        share(later & raised, later & called),
        share(later & raised, later),
        share(later & bet & folded, later & bet),
        share(raised_before & folded, raised_before),
        before(later & bet),
        before(later),
    ]
    return np.stack(columns, axis=1).astype(np.float32)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Boosted trees with running statistics.")
    parser.add_argument("--data", type=Path, required=True, help="the folder of streams")
    parser.add_argument("--train", nargs="+", required=True, help="the streams to train on")
    parser.add_argument("--whole", nargs="*", default=[], help="train on all players of these")
    parser.add_argument("--judge", nargs="+", required=True, help="the streams to judge on")
    parser.add_argument("--out", type=Path, required=True, help="what is said there, .npz")
    parser.add_argument("--usual", action="store_true", help="with what trackers show only")
    parser.add_argument("--patience", type=int, default=50, help="rounds without a gain")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    names = {*asked.train, *asked.judge}
    sources = {name: load_decisions(asked.data / f"{name}.npz") for name in names}

    def rows(name: str, part: str) -> Flags:
        told = sources[name]
        people = chosen(told, part, whole=name in asked.whole)
        return np.repeat(people, np.diff(told.offsets))

    known = [
        (sources[name].situations[mine], sources[name].actions[mine])
        for name in asked.train
        for mine in [rows(name, "train")]
    ]
    expected = expected_of(*(np.concatenate(columns) for columns in zip(*known, strict=True)))
    parts: dict[str, list[tuple[Table, npt.NDArray[np.uint8]]]] = {"train": [], "stop": []}
    for name in asked.train:
        seen = table(sources[name], expected, usual=asked.usual)
        for part, kept in parts.items():
            mine = rows(name, part)
            kept.append((seen[mine], sources[name].actions[mine]))
    sets = {
        part: [np.concatenate(columns) for columns in zip(*kept, strict=True)]
        for part, kept in parts.items()
    }
    print(json.dumps({"decisions": len(sets["train"][1])}), flush=True)
    train = lightgbm.Dataset(*sets["train"])
    stop = lightgbm.Dataset(*sets["stop"], reference=train)
    model = lightgbm.train(
        SETTINGS | {"num_threads": asked.threads, "seed": asked.seed},
        train,
        ROUNDS,
        [stop],
        callbacks=[lightgbm.early_stopping(asked.patience), lightgbm.log_evaluation(50)],
    )
    chances = {}
    for name in asked.judge:
        told = sources[name]
        mine = np.repeat(judged(told, all_players=name not in asked.train), np.diff(told.offsets))
        said = np.asarray(model.predict(table(told, expected, usual=asked.usual)[mine]))
        said[:, 0] *= told.situations[mine, COULD_FOLD] > 0
        said[:, 2] *= told.situations[mine, COULD_RAISE] > 0
        said /= said.sum(1, keepdims=True)
        loss = float(-np.log(said[np.arange(len(said)), told.actions[mine]]).mean())
        print(json.dumps({"judged": name, "log_loss": loss, "rounds": model.best_iteration}))
        chances[name] = said.astype(np.float16)
    np.savez_compressed(asked.out, **chances)


if __name__ == "__main__":
    main()
