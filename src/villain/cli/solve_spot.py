"""The spot that ``villain solve`` is asked about, from what a person wrote."""

from math import isfinite
from typing import NamedTuple

from villain.cards.card import parse_distinct
from villain.cards.range import Range
from villain.errors import NotationError, VillainError
from villain.solver.sizes import STREETS, BetSizes
from villain.solver.spot import ALL_IN, SIZES, FixedBets, Spot

HERO, VILLAIN = "the hero", "the villain"


class SpotWords(NamedTuple):
    """The options that describe a spot, as they were written; None where nothing was."""

    board: str | None = None
    pot: float | None = None
    stacks: str | None = None
    hero: str | None = None
    villain: str | None = None
    sizes: str | None = None
    villain_sizes: str | None = None
    position: str | None = None
    to_act: str | None = None
    bets: str | None = None
    limit: str | None = None
    cap: int | None = None
    rake: str | None = None
    rake_cap: float | None = None
    all_in_from: str | None = None

    @property
    def given(self) -> list[str]:
        """The options that were written."""
        return [option(name) for name, value in self._asdict().items() if value is not None]

    @property
    def missing(self) -> list[str]:
        """The options without which there is no spot."""
        needed = ("board", "pot", "stacks", "hero", "villain")
        return [option(name) for name in needed if getattr(self, name) is None]


def option(name: str) -> str:
    """The option of a parameter."""
    return "--" + name.replace("_", "-")


def read_spot(words: SpotWords) -> Spot:
    """The spot that was described; the hero is out of position if nothing else is said."""
    _check_together(words)
    hero = 1 if _choose(words.position, "--position", ("out", "in")) == "in" else 0
    first, second = (0, 1) if hero == 0 else (1, 0)
    names = (HERO, VILLAIN)
    ranges = _range(words.hero or "", "--hero"), _range(words.villain or "", "--villain")
    sizes = words.sizes or SIZES, words.villain_sizes or words.sizes or SIZES
    stacks = _two_numbers(words.stacks or "", "--stacks")
    bets = _two_numbers(words.bets or "0", "--bets") if words.bets else (0.0, 0.0)
    share = read_share(words.all_in_from, "--all-in-from", "80%") if words.all_in_from else ALL_IN
    return Spot(
        parse_distinct(words.board or "", "board"),
        words.pot or 0.0,
        (stacks[first], stacks[second]),
        (ranges[first], ranges[second]),
        (BetSizes.parse(sizes[first]), BetSizes.parse(sizes[second])),
        _who_acts(words.to_act, hero, bets),
        (bets[first], bets[second]),
        rake=read_share(words.rake, "--rake", "5%") if words.rake else 0.0,
        rake_cap=float("inf") if words.rake_cap is None else words.rake_cap,
        all_in=share,
        fixed=_fixed_bets(words.limit, words.cap) if words.limit is not None else None,
        names=(names[first], names[second]),
    )


def hero_of(spot: Spot) -> int:
    """Which player of a spot the hero is; the one who acts first, if nobody is called so."""
    return spot.names.index(HERO) if HERO in spot.names else 0


def read_share(text: str, name: str, example: str) -> float:
    """A share that was written in percent."""
    try:
        share = float(text.strip().removesuffix("%")) / 100
    except ValueError:
        share = -1.0
    if not text.strip().endswith("%") or not 0 <= share <= 1:
        raise NotationError(f"{name} {text!r}; write a share in percent, such as {example}")
    return share


def _choose(text: str | None, name: str, choices: tuple[str, str]) -> str | None:
    if text is not None and text not in choices:
        raise VillainError(f"{name} {text!r}; write {choices[0]} or {choices[1]}")
    return text


def _range(text: str, name: str) -> Range:
    try:
        return Range(text)
    except VillainError as error:
        raise NotationError(f"{name}: {error}") from None


def _check_together(words: SpotWords) -> None:
    if words.missing:
        raise VillainError(
            f"a spot needs {', '.join(words.missing)}; or give --load with a saved solution"
        )
    if words.limit is not None and (words.sizes or words.villain_sizes):
        raise VillainError("--limit has bets of its own; leave --sizes and --villain-sizes out")
    if words.cap is not None and words.limit is None:
        raise VillainError("--cap is the most bets on a street of limit; give --limit 2,4,4 too")
    if words.rake_cap is not None and words.rake is None:
        raise VillainError("--rake-cap is the most rake; give --rake 5% too")


def _who_acts(text: str | None, hero: int, bets: tuple[float, float]) -> int:
    """The player who acts: if nothing is said, who has put in less, or else who acts first."""
    said = _choose(text, "--to-act", ("hero", "villain"))
    if said is not None:
        return hero if said == "hero" else 1 - hero
    if bets[0] == bets[1]:
        return 0
    return hero if bets[0] < bets[1] else 1 - hero


def _two_numbers(text: str, name: str) -> tuple[float, float]:
    try:
        numbers = [float(part) for part in text.split("/")]
    except ValueError:
        numbers = []
    if len(numbers) not in (1, 2) or not all(isfinite(number) for number in numbers):
        raise NotationError(
            f"{name} {text!r}; write one number for both (97), or the hero's and the villain's "
            "(97/120)"
        )
    return numbers[0], numbers[-1]


def _fixed_bets(text: str, cap: int | None) -> FixedBets:
    try:
        amounts = [float(part) for part in text.split(",")]
    except ValueError:
        amounts = []
    if len(amounts) != len(STREETS) or not all(isfinite(bet) and bet > 0 for bet in amounts):
        raise NotationError(
            f"--limit {text!r}; write the bets of flop, turn and river, such as 2,4,4"
        )
    if cap is not None and cap < 1:
        raise VillainError(f"--cap {cap}; there is at least one bet on a street")
    flop, turn, river = amounts
    return FixedBets((flop, turn, river)) if cap is None else FixedBets((flop, turn, river), cap)
