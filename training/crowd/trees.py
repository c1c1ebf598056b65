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

from training.crowd.running import expected_of, kinds, running, sums_since
from training.crowd.splits import chosen, judged
from training.crowd.stream_files import Decisions, load_decisions, save

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


def table(decisions: Decisions, expected: Table, *, usual: bool) -> Table:
    """The trees' inputs of every decision: the situation, statistics, and the decision before."""
    codes = decisions.situations.astype(np.float32)
    if usual:
        return np.concatenate([codes, usual_statistics(decisions)], axis=1)
    before = np.zeros((len(decisions.actions), 3), np.float32)
    before[1:, 0], before[1:, 1] = decisions.actions[:-1], decisions.situations[:-1, STREET]
    before[:, 2] = decisions.fresh
    before[decisions.offsets[:-1][np.diff(decisions.offsets) > 0], :2] = -1
    here = expected[kinds(decisions.situations)]
    return np.concatenate([codes, running(decisions, expected), here, before], axis=1)


def usual_statistics(decisions: Decisions) -> Table:
    """The usual statistics before each decision: hands, VPIP, PFR, aggression, folds to bets."""
    starts = decisions.starts
    begins = np.maximum.accumulate(np.where(decisions.fresh, np.arange(len(starts)), 0))

    def before(flags: Flags) -> npt.NDArray[np.float64]:
        return sums_since(starts, flags)

    def once(flags: Flags) -> Flags:
        """The first time in a hand."""
        first: Flags = flags & (sums_since(begins, flags) == 0)
        return first

    def share(flags: Flags, of: Flags) -> npt.NDArray[np.float64]:
        return before(flags) / np.maximum(before(of), 1)

    codes = decisions.situations
    first, later, bet = codes[:, STREET] == 0, codes[:, STREET] > 0, codes[:, OWED] > 0
    raised_before = first & (codes[:, RAISES] > 0)
    called, raised, folded = (
        (decisions.actions == 1) & bet,
        decisions.actions == 2,
        decisions.actions == 0,
    )
    columns = [
        before(decisions.fresh),
        share(once(first & (called | raised)), decisions.fresh),
        share(once(first & raised), decisions.fresh),
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
        decisions = sources[name]
        return decisions.by_decision(chosen(decisions, part, whole=name in asked.whole))

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
        decisions = sources[name]
        mine = decisions.by_decision(judged(decisions, all_players=name not in asked.train))
        said = np.asarray(model.predict(table(decisions, expected, usual=asked.usual)[mine]))
        said[:, 0] *= decisions.situations[mine, COULD_FOLD] > 0
        said[:, 2] *= decisions.situations[mine, COULD_RAISE] > 0
        said /= said.sum(1, keepdims=True)
        loss = float(-np.log(said[np.arange(len(said)), decisions.actions[mine]]).mean())
        print(json.dumps({"judged": name, "log_loss": loss, "rounds": model.best_iteration}))
        chances[name] = said.astype(np.float16)
    save(chances, asked.out)


if __name__ == "__main__":
    main()
