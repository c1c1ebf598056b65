"""Whom ``villain solve`` is to answer: locks, or a model's player, and how far he is bound."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from villain.cli.output import many, progress, say
from villain.cli.solve_spot import VILLAIN
from villain.errors import VillainError
from villain.solver.dial import (
    DialPoint,
    Safe,
    answer,
    measure_answer,
    measure_equilibrium,
    measure_held,
    measure_lock,
)
from villain.solver.locks import Locks
from villain.solver.solution import Solution

if TYPE_CHECKING:
    from villain.models.bound_play import Evidence
    from villain.solver.solvable import Solvable
    from villain.solver.spot import Spot

AUTO = "auto"


class Asked(NamedTuple):
    """The options that say who is answered, as they were written."""

    lock: tuple[str, ...] = ()
    against: str | None = None
    of: str | None = None
    store: Path | None = None
    dial: str | None = None

    @property
    def given(self) -> list[str]:
        """The options that were written."""
        return [f"--{name}" for name, value in self._asdict().items() if value]

    def check(self, *, curve: bool) -> None:
        """Refuse what does not go together, before any work."""
        if self.against is None and (self.of or self.store):
            raise VillainError(
                "--of and --store say whom a model studies; give --against crowd too"
            )
        if self.store and not self.of:
            raise VillainError("--store has many players; say whom with --of NAME")
        if curve and not (self.against or self.lock):
            raise VillainError("--curve is of answers to somebody; give --against or --lock")
        if curve and self.dial:
            raise VillainError("--curve has all settings of the dial; leave --dial out")
        if self.dial and not (self.against or self.lock):
            raise VillainError(
                "--dial says how far the villain is bound; give --against or --lock too"
            )
        if self.dial == AUTO and not self.of:
            raise VillainError(
                "--dial auto goes by what was seen of him; say who with --of NAME, or give a "
                "number from 0 to 1"
            )
        if self.against and not (self.of or self.dial or curve):
            raise VillainError(
                "a stranger is bound as far as you say; add --dial 0.3, or --of NAME with --store"
            )
        self.share()

    def share(self) -> float | None:
        """How far he is bound; None if that is for the evidence to say, or for locks alone."""
        if self.dial in (None, AUTO):
            return None
        text = str(self.dial)
        try:
            share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1:
            raise VillainError(
                f"--dial {text!r}; write 0 (equilibrium) to 1 (the best answer), or auto"
            )
        return share


class Measured(NamedTuple):
    """What an answer wins and risks, beside equilibrium, and whom it answers in words."""

    words: str
    safe: Safe
    point: DialPoint


class LockedAnswer(NamedTuple):
    """Whom is answered: his locks, how far they bind, and that in words.

    With ``share`` the villain is bound to all locks with that chance; ``biased`` are his locks with
    a share for each. Without either, locks hold at their places, and elsewhere everybody is free.
    """

    locks: Locks
    hero: int
    words: str
    share: float | None = None
    biased: Locks | None = None
    holds_hero: bool = False

    def equilibrium(self, game: "Solvable", **how: Any) -> Solution:  # noqa: ANN401
        """The solution in which nobody is bound, which the answer is measured by."""
        return answer(game, self.locks, self.hero, 0.0, **how)

    def solution(self, game: "Solvable", **how: Any) -> Solution:  # noqa: ANN401
        """The answer, to be solved."""
        if self.share is not None:
            return answer(game, self.locks, self.hero, self.share, **how)
        return Solution(game, locks=self.biased or self.locks, **how)

    def measure_equilibrium(self, solution: Solution) -> Safe:
        """What equilibrium is worth, and does against him."""
        by_place = self.share is None and self.biased is None
        return (measure_held if by_place else measure_equilibrium)(solution, self.hero)

    def measure(self, solution: Solution, safe: Safe) -> Measured:
        """What the answer wins and risks; where the hero himself is held, what that gives him."""
        return Measured(self.words, safe, self._point(solution, safe))

    def _point(self, solution: Solution, safe: Safe) -> DialPoint:
        if self.share is not None:
            return measure_answer(solution, self.hero, safe, self.share)
        if self.biased is not None:
            shares = [float(lock.share.mean()) for lock in self.biased.at.values()]
            return measure_answer(solution, self.hero, safe, sum(shares) / max(len(shares), 1))
        point = measure_lock(solution, self.hero, safe)
        if not self.holds_hero:
            return point
        return point._replace(gain=point.wins - safe.value, risk=float("nan"))


def read_answer(
    asked: Asked, game: "Solvable", spot: "Spot", hero: int, *, quiet: bool, curve: bool = False
) -> LockedAnswer | None:
    """The locks that were asked for, or None if nobody is to be held."""
    if not asked.against and not asked.lock:
        return None
    locks, words, evidence = Locks(game), list[str](), None
    if asked.against:
        locks, evidence, who = _bind(asked, game, spot, 1 - hero, quiet=quiet)
        words.append(who)
    holds_hero = _add_locks(asked, locks, hero, curve=curve)
    if asked.lock:
        words.append(f"{many(len(asked.lock), 'lock')}")
    share = asked.share()
    text = (
        f"{VILLAIN} held to {' and '.join(words)}"
        if not holds_hero
        else f"{words[-1]}, also of the hero's"
    )
    if share is not None:
        free = "; the table above is against him where he is free"
        return LockedAnswer(locks, hero, f"{text}, dial {share:g}{free * (share < 1)}", share)
    if evidence is not None and not curve:
        from villain.models.bound_play import shares_by_evidence

        return LockedAnswer(
            locks, hero, f"{text}, dial by evidence", None, shares_by_evidence(locks, evidence)
        )
    return LockedAnswer(locks, hero, text, holds_hero=holds_hero)


def check_asked(asked: Asked, game: "Solvable", hero: int, *, curve: bool) -> None:
    """Refuse locks and models that cannot be, before any work."""
    from villain.models.registry import make_model

    if asked.against:
        make_model(asked.against)
    _add_locks(asked, Locks(game), hero, curve=curve)


def _add_locks(asked: Asked, locks: Locks, hero: int, *, curve: bool) -> bool:
    """Add locks; whether one holds the hero himself."""
    from villain.solver.lock_text import add_lock

    holds_hero, bound = False, curve or bool(asked.against or asked.dial)
    for text in asked.lock:
        place = add_lock(locks, text)
        if locks.game.node(place.node).player == hero:
            if bound:
                raise VillainError(
                    f"lock {text!r} is at a decision of the hero's; a dial binds the villain only"
                )
            holds_hero = True
        elif bound and (locks.at[place.node, place.board].share < 1).any():
            raise VillainError(
                f"lock {text!r} leaves some holdings free, and a dial binds all of them; say what "
                "the rest does, such as '; fold'"
            )
    return holds_hero


def _bind(
    asked: Asked, game: "Solvable", spot: "Spot", player: int, *, quiet: bool
) -> "tuple[Locks, Evidence | None, str]":
    """Locks by a model, what was seen of him if that is known, and who he is in words."""
    from villain.cli.opened_store import open_store
    from villain.models.bound_play import bind_model, evidence_of
    from villain.models.registry import make_model

    model = make_model(asked.against or "")
    evidence, who = None, f"what {asked.against} says of a stranger"
    if asked.of:
        store = open_store(asked.store)
        hands = model.study(store, asked.of)
        if not hands:
            raise VillainError(
                f"the store has no hand of {asked.of!r}; villain players lists names"
            )
        if asked.dial in (None, AUTO):
            evidence = evidence_of(store, asked.of)
        who = f"what {asked.against} says of {asked.of} after {many(hands, 'hand')}"
        if not quiet:
            say(f"{asked.against} has studied {many(hands, 'hand')} of {asked.of}")
    with progress("asking the model") as bar:
        locks = bind_model(
            game,
            spot,
            model,
            player,
            asked.of or VILLAIN,
            progress=lambda done, all_: bar(done / all_),
        )
    return locks, evidence, who
