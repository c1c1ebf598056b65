"""How well a new opponent's next actions are foreseen from his first hands [huang].

    python -m villain.evaluation.foreseeing --store STORE [--plot FILE.png] [--json]

Only players who are held back from mining are judged. Of each the first 0, 20, 100 and 500 hands
are counted; then the actions of his next 50 are predicted, without learning on the way. With
``--mined`` mined players are judged instead, a quarter of them at a time by what the others do:
that is for choosing between estimators.
"""

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from villain.errors import VillainError
from villain.hands.store.hand_store import HandStore
from villain.kernels.arrays import FloatArray
from villain.models.huang.estimator import ThesisReader
from villain.models.huang.styles import Styles, gather, read, shipped_styles
from villain.models.huang.tendency_reader import TendencyReader
from villain.profiles.mining.heads_up import FacedSequence, hands_played, heads_up_hands
from villain.profiles.splitting import FOLDS, digest, fold, for_training
from villain.strategy.huang.abstraction import FOLD, faces_bet

SEEN, WINDOW, LEAST_HANDS = (0, 20, 100, 500), 50, 600
ESTIMATORS = ("raw", "raw + 1", "average", "huang", "tendencies")
"""Raw frequencies; with one more of each action; what mined players do on average; the thesis's
reader; the better one."""

PAIRS = (("huang", "raw + 1"), ("tendencies", "raw + 1"), ("tendencies", "huang"))
"""Which is compared with which."""

COLOURS = dict(zip(ESTIMATORS, ("0.75", "0.5", "#d08700", "#3568b8", "#b83535"), strict=True))

DOUBT = 0.01
"""Such a share of every prediction goes to all legal actions alike, so that no loss is infinite."""

Hands = Sequence[Sequence[tuple[str, int]]]
"""What one player did: for each hand the sequences he faced and his actions."""


class Foreseen(NamedTuple):
    """After so many hands seen: by estimator and player the sum of losses, and the decisions."""

    seen: int
    losses: dict[str, FloatArray]
    decisions: FloatArray

    def loss(self, name: str) -> float:
        """Nats for each decision."""
        return float(self.losses[name].sum() / self.decisions.sum())

    def interval(self, name: str, less: str | None = None, seed: int = 1) -> tuple[float, float]:
        """Of 95 %, by a bootstrap over players; of a difference, where another is named."""
        losses = self.losses[name] - (self.losses[less] if less else 0.0)
        players = len(losses)
        rng = np.random.default_rng(seed)
        drawn = rng.multinomial(players, np.full(players, 1 / players), 1000)
        low, high = np.quantile((drawn @ losses) / (drawn @ self.decisions), [0.025, 0.975])
        return float(low), float(high)


def hands_by_player(
    hands: Iterable[Sequence[FacedSequence]], names: frozenset[str]
) -> dict[str, list[list[tuple[str, int]]]]:
    """The hands in which each of these players acted, oldest first."""
    found: dict[str, list[list[tuple[str, int]]]] = {name: [] for name in names}
    for hand in hands:
        for name in {situation.name for situation in hand} & names:
            found[name].append([(one.sequence, one.action) for one in hand if one.name == name])
    return found


def foresee(
    people: Mapping[str, Hands], styles: Styles, seen: int, window: int = WINDOW
) -> Foreseen:
    """Predict what each player does in so many hands, after the first ones were seen."""
    losses = {name: np.zeros(len(people)) for name in ESTIMATORS}
    decisions = np.zeros(len(people))
    nobody, actions = ThesisReader(styles), styles.abstraction.actions
    for number, hands in enumerate(people.values()):
        counts: dict[str, FloatArray] = {}
        thesis, better = ThesisReader(styles), TendencyReader(styles)
        for sequence, action in _decisions(hands[:seen]):
            counts.setdefault(sequence, np.zeros(actions))[action] += 1
            thesis.learn(sequence, action)
            better.learn(sequence, action)
        for sequence, action in _decisions(hands[seen : seen + window]):
            told = (
                thesis.raw(sequence),
                counts.get(sequence, 0.0) + np.ones(actions),
                nobody.prior(sequence),
                thesis.distribution(sequence),
                better.distribution(sequence),
            )
            for name, chances in zip(ESTIMATORS, told, strict=True):
                losses[name][number] -= np.log(legal(chances, sequence)[action])
            decisions[number] += 1
    return Foreseen(seen, losses, decisions)


def foresee_mined(people: Mapping[str, Hands], styles: Styles) -> list[Foreseen]:
    """The same for players who are mined: each is left out of the styles that he is judged by."""
    parts: list[list[Foreseen]] = []
    for number in range(FOLDS):
        judged = {name: hands for name, hands in people.items() if fold(name) == number}
        others = without(styles, {digest(name) for name in judged})
        parts.append([foresee(judged, others, seen) for seen in SEEN])
    return [
        Foreseen(
            seen,
            {name: np.concatenate([part.losses[name] for part in of_seen]) for name in ESTIMATORS},
            np.concatenate([part.decisions for part in of_seen]),
        )
        for seen, of_seen in zip(SEEN, zip(*parts, strict=True), strict=True)
    ]


def without(styles: Styles, players: set[int]) -> Styles:
    """Styles of all but some players, by digest."""
    kept = {
        player: (int(styles.hands[number]), styles.counts_of(number))
        for number, player in enumerate(styles.players.tolist())
        if player not in players
    }
    return gather(styles.abstraction, kept)


def _decisions(hands: Hands) -> Iterator[tuple[str, int]]:
    return (one for hand in hands for one in hand)


def legal(chances: FloatArray, sequence: str) -> FloatArray:
    """The chances of what may be done, with a little doubt; nobody folds where a check is free.

    >>> legal(np.array([0.5, 0.5, 0.0, 0.0]), "100").round(4).tolist()
    [0.0, 0.9933, 0.0033, 0.0033]
    """
    may = np.ones(len(chances))
    may[FOLD] = faces_bet(sequence)
    left = chances * may
    found: FloatArray = (1 - DOUBT) * left / left.sum() + DOUBT * may / may.sum()
    return found


def foreseen_as_dict(found: Foreseen) -> dict[str, Any]:
    """Losses and what one estimator is ahead of another, with intervals."""
    return {
        "seen": found.seen,
        "players": len(found.decisions),
        "decisions": int(found.decisions.sum()),
        "losses": {name: [found.loss(name), *found.interval(name)] for name in found.losses},
        "ahead": [
            {
                "estimator": name,
                "of": other,
                "by": [found.loss(other) - found.loss(name), *found.interval(other, name)],
            }
            for name, other in PAIRS
        ],
    }


def draw(found: Sequence[Foreseen], path: Path) -> None:
    """Losses against the hands seen, with intervals: of all, and of those that know people."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 2, figsize=(10, 4.2), layout="constrained")
    across = [one.seen for one in found]
    for part, names in zip(axes, (ESTIMATORS, ESTIMATORS[2:]), strict=True):
        for name in names:
            low, high = zip(*(one.interval(name) for one in found), strict=True)
            colour = COLOURS[name]
            part.fill_between(across, low, high, color=colour, alpha=0.15, linewidth=0)
            losses = [one.loss(name) for one in found]
            part.plot(across, losses, color=colour, marker="o", markersize=4, label=name)
        part.spines[["top", "right"]].set_visible(False)
        part.set_xscale("symlog", linthresh=20)
        part.set_xticks(across, [str(seen) for seen in across])
        part.minorticks_off()
        part.set_xlabel("hands seen")
    axes[0].set_ylabel("log-loss of his next actions, nats")
    axes[0].legend(frameon=False)
    figure.savefig(path, dpi=110)
    pyplot.close(figure)


def printed(found: Foreseen) -> str:
    """Losses and differences in a few lines."""
    told = foreseen_as_dict(found)
    losses = [f"{name} {_interval(*row)}" for name, row in told["losses"].items()]
    lines = [f"{found.seen:>4} hands seen, {told['decisions']:,} decisions: " + ", ".join(losses)]
    lines += [
        f"     {one['estimator']} ahead of {one['of']} by {_interval(*one['by'])}"
        for one in told["ahead"]
    ]
    return "\n".join(lines)


def _interval(middle: float, low: float, high: float) -> str:
    return f"{middle:.4f} ({low:.4f}–{high:.4f})"


def main() -> None:
    """Judge on the players of a store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--styles", type=Path, help="(default: those that are shipped)")
    parser.add_argument("--mined", action="store_true", help="judge mined players, each left out")
    parser.add_argument("--plot", type=Path, help="draw the losses into this file")
    parser.add_argument("--json", action="store_true", help="print numbers for programs")
    told = parser.parse_args()
    store, styles = HandStore(told.store), read(told.styles) if told.styles else shipped_styles()
    played = hands_played(store).items()
    enough = {name for name, hands in played if hands >= LEAST_HANDS}
    names = {name for name in enough if for_training(name) == told.mined}
    acted = hands_by_player(heads_up_hands(store, styles.abstraction), frozenset(names))
    least = max(SEEN) + WINDOW
    people = {name: acted[name] for name in sorted(acted) if len(acted[name]) >= least}
    if not people:
        raise VillainError(f"nobody who is judged has acted in {least:,} hands")
    if told.mined:
        found = foresee_mined(people, styles)
    else:
        found = [foresee(people, styles, seen) for seen in SEEN]
    if told.plot:
        draw(found, told.plot)
    if told.json:
        print(json.dumps([foreseen_as_dict(one) for one in found], indent=2))
        return
    print(f"{len(people):,} players, {WINDOW} hands each after those seen; nats for each decision")
    for one in found:
        print(printed(one))


if __name__ == "__main__":
    main()
