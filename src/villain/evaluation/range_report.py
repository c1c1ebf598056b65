"""Models side by side: how well each reads the ranges of the players in some hands."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from villain.errors import VillainError
from villain.evaluation.bots import is_bot
from villain.evaluation.known_hands import MACHINE, held_back, known
from villain.evaluation.ranges import (
    RangeGain,
    RangeReading,
    Wanted,
    by_actions,
    by_street,
    gain_of,
    read_hands,
)
from villain.hands.hand_history import HandHistory
from villain.models.registry import ModelSpec, make_model
from villain.registry import keep, name_of

STREETS = ("pre-flop", "flop", "turn", "river")
THEIRS = {0: 0.22, 1: 0.22, 2: 0.26, 3: 0.39}
"""Another program's gains on players of DeepStack's log that it had not seen, by street."""


@dataclass
class RangeReport:
    """Readings of every model, by its name; they are of the same actions for all."""

    players: str
    readings: dict[str, list[RangeReading]] = field(default_factory=dict)
    hands: int = 0
    all_known: bool = True
    machine: bool = False

    def streets(self, model: str, *, folds: bool = True) -> dict[int, RangeGain]:
        """Gains of a model by street."""
        return by_street(self.readings[model], folds=folds)

    def overall(self, model: str) -> RangeGain:
        """The gain of a model over all streets, with an interval over players."""
        return gain_of(self.readings[model], players=True)

    def by_player(self, model: str) -> dict[str, RangeGain]:
        """Gains of a model by player, all streets together."""
        names = sorted({reading.player for reading in self.readings[model]})
        return {
            name: gain_of(one for one in self.readings[model] if one.player == name)
            for name in names
        }

    def place(self, model: str) -> float:
        """The mean place of the truth in the range: a half by chance, 1 if always on top."""
        places = [reading.place for reading in self.readings[model]]
        return sum(places) / max(len(places), 1)

    @property
    def theirs(self) -> dict[int, float]:
        """Another program's gains by street; empty except for hands of DeepStack's log."""
        return THEIRS if self.machine else {}

    def as_dict(self) -> dict[str, Any]:
        """For scripts."""
        models = {}
        for model in self.readings:
            models[model] = {
                "all": self.overall(model)._asdict(),
                "streets": _named(self.streets(model)),
                "streets_without_folds": _named(self.streets(model, folds=False)),
                "actions": {
                    str(key): gain._asdict()
                    for key, gain in by_actions(self.readings[model]).items()
                },
                "players": {name: gain._asdict() for name, gain in self.by_player(model).items()},
                "place": self.place(model),
            }
        return {
            "players": self.players,
            "hands": self.hands,
            "all_cards_known": self.all_known,
            "models": models,
            "theirs": {STREETS[street]: gain for street, gain in self.theirs.items()},
        }


def _named(gains: dict[int, RangeGain]) -> dict[str, Any]:
    return {STREETS[street]: gain._asdict() for street, gain in gains.items()}


def who(players: str, bots: frozenset[str] = frozenset()) -> Wanted:
    """A filter of names: those held back, those trained on, all, all people, or one player.

    People are all but known programs and these ``bots``.

    >>> [who(players)("DeepStack") for players in ("held-back", "people", "all", "Ann")]
    [False, False, True, False]
    """
    if players == "held-back":
        return lambda name: name != MACHINE and held_back(name)
    if players == "trained":
        return lambda name: name != MACHINE and not held_back(name)
    if players == "people":
        return lambda name: not is_bot(name, bots)
    if players == "all":
        return lambda _: True
    return lambda name: name == players


def compare_readers(
    models: Sequence[ModelSpec],
    hands: Iterable[HandHistory],
    players: str | None = None,
    progress: Callable[[float], None] = lambda _: None,
    bots: frozenset[str] = frozenset(),
) -> RangeReport:
    """Let models read the same hands, in order; ``progress`` is told the share that is done.

    If nobody says who is to be read: in DeepStack's log those held back, elsewhere all.
    """
    followed = list(hands)
    log = all(MACHINE in history.names and known(history) for history in followed)
    players = players or ("held-back" if log and followed else "all")
    wanted = who(players, bots)
    chosen = [history for history in followed if any(map(wanted, history.names))]
    if not any(
        hole and wanted(name)
        for history in chosen
        for name, hole in zip(history.names, history.holes, strict=True)
    ):
        raise VillainError(f"no hand has known cards of players {players!r}; try --players all")
    report = RangeReport(players, hands=len(chosen), all_known=all(map(known, chosen)), machine=log)
    for number, model in enumerate(models):
        total = report.readings.setdefault(name_of(model), [])
        kept: ModelSpec = keep(model)  # every observer has one of his own
        make = partial(make_model, kept)
        for done, readings in enumerate(read_hands(make, chosen, wanted), 1):
            total += readings
            progress((number + done / len(chosen)) / len(models))
        if not total:
            raise VillainError(f"model {name_of(model)!r} reads none of these hands; try specific")
    return report
