"""The reads of players on each other, through the interface of opponent models alone."""

import re
from typing import Any, Literal

import numpy as np

from villain.cards.combo import Combo
from villain.cards.range import CLASS_OF_COMBO, possible
from villain.game.observation import Observation, without_hole
from villain.hands.counting.statistics import STATISTICS
from villain.hands.steps import pot_odds
from villain.kernels.arrays import FloatArray
from villain.models.answers import weights_held
from villain.models.fixed_policy import fixed_policy_share
from villain.models.model import OpponentModel
from villain.profiles.population import Prior
from villain.profiles.style import StylePriors, read_style
from villain.web.advice import TurnAdvice
from villain.web.dials import dial_of
from villain.web.evidence import evidence
from villain.web.forecasts import CHOOSER, forecasts_of, has_choice, make_reader
from villain.web.messages import Grid, Read, StyleChance, Triple
from villain.web.minds import mind_of
from villain.web.table import PageTable

OTHERS = StylePriors(vpip=Prior(5.0, 13.0), aggression=Prior(9.0, 10.0))
"""How players differ where no store tells: about three in ten play a hand, half bet or raise."""

SAME = 0.5
"""From this probability on it is said that somebody seems to always do the same thing."""

_AT = {statistic.key: 2 * place for place, statistic in enumerate(STATISTICS)}


def grid_of(weights: FloatArray, known: tuple[int, ...]) -> Grid:
    """The weight of a combo of each class beside the greatest, row by row."""
    left = np.bincount(CLASS_OF_COMBO, possible(known), minlength=169)
    means = np.bincount(CLASS_OF_COMBO, weights, minlength=169) / np.maximum(left, 1)
    top = means.max()
    grid: Grid = np.round(means / (top or 1.0), 4).tolist()
    return grid


def of_you(table: PageTable, chair: int) -> Read:
    """The read of the player in a chair on the person.

    He is taken not to have looked at his own cards: a range without them would give them away.
    """
    you = table.you
    if not table.hand.over:  # each action is taken in once, and not anew for every read
        table.heads.observe(chair, table.seen_by(table.seat_of(chair)))
    model = table.heads.of(chair)
    if you is None or model is None or not model.reads(table.hand.rules):
        words = "does not model anybody: he plays his cards."
        if dial_of(table) and table.models[chair]:
            words = "reads you by what you do. The dial says how far he goes by that."
        return _nothing(table, "you", chair, f"{table.names[chair]} {words}")
    seen = without_hole(table.seen_by(table.seat_of(chair)))
    seat = table.seat_of(you)
    own = table.hand.observation(seat).hole
    weights = weights_held(model, seen, seat)
    unknown = 2 / ((52 - len(seen.board)) * (51 - len(seen.board)))
    return _read(
        table,
        "you",
        chair,
        model=_in_words(model),
        grid=grid_of(weights, seen.board),
        chance=float(weights[Combo.of(*own)]),
        unknown=unknown,
        next=None if table.hand.over else _next(model, seen, seat),
        styles=_styles(table, you),
        reason=_reason(table, model, seen, seat, you=True),
        mind=mind_of(model, seen, seat),
    )


def of_them(
    table: PageTable, chair: int, reader: OpponentModel, advice: TurnAdvice | None = None
) -> Read:
    """The read on the player in a chair, and advice, from what the person could see."""
    you = table.you
    if you is None or chair == you:
        return _nothing(table, "them", chair, "Only a player at the table can be advised.")
    seen, seat = table.seen_by(table.seat_of(you)), table.seat_of(chair)
    if seen.folded[seat]:
        nothing = _nothing(table, "them", chair, f"{table.names[chair]} has folded.")
        return with_advice(nothing, table, advice)
    forecasts = forecasts_of(table.reader(CHOOSER), seen, seat)
    weights = weights_held(reader, seen, seat)
    read = _read(
        table,
        "them",
        chair,
        model=_in_words(reader),
        grid=grid_of(weights, (*seen.board, *seen.hole)),
        next=_next(reader, seen, seat),
        styles=_styles(table, chair),
        reason=_reason(table, reader, seen, seat, you=False),
        equity=_equity(seen, weights),
        odds=pot_odds(table.hand) if table.turn == you else None,
        forecasts=list(forecasts.each),
        chosen=forecasts.chosen,
        decisions=forecasts.decisions,
        mind=mind_of(reader, seen, seat),
    )
    return with_advice(read, table, advice)


def with_advice(read: Read, table: PageTable, advice: TurnAdvice | None) -> Read:
    """The same with the value of each action, or while it is the person's turn the wait for it."""
    if advice is None:
        waits = table.you is not None and table.turn == table.you
        return read.model_copy(update={"thinking": waits})
    advised = {
        "values": list(advice.values),
        "verdict": advice.verdict,
        "trials": advice.trials,
        "obvious": advice.obvious,
        "thinking": False,
    }
    return read.model_copy(update=advised)


def _reason(
    table: PageTable, model: OpponentModel, seen: Observation, seat: int, *, you: bool
) -> str:
    """Reasons for a read: what he did in the same place before, and whether anything moves him."""
    name = seen.names[seat]
    before = evidence(table.precedents.of(seen, seat), name, you=you)
    share = fixed_policy_share(model, seen, seat)
    if share < SAME:
        return before
    who = "You seem" if you else f"{name} seems"
    return f"{before} {who} to always do the same thing, whatever the cards ({100 * share:.0f} %)."


def _in_words(model: OpponentModel) -> str:
    """A model's name as people say it: the specific model."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(model).__name__).lower()


def _nothing(table: PageTable, about: Literal["you", "them"], chair: int, words: str) -> Read:
    return _read(table, about, chair, words=words)


def _read(table: PageTable, about: Literal["you", "them"], chair: int, **known: Any) -> Read:  # noqa: ANN401
    """A read of which only this is known."""
    empty: dict[str, Any] = {
        "model": "",
        "words": "",
        "grid": [],
        "chance": None,
        "unknown": None,
        "next": None,
        "styles": [],
        "reason": "",
        "equity": None,
        "odds": None,
        "values": [],
        "verdict": "",
        "trials": 0,
        "obvious": False,
        "thinking": False,
        "equilibrium": None,
        "beside": None,
        "forecasts": [],
        "chosen": "",
        "decisions": 0,
        "mind": None,
    }
    where = {"about": about, "chair": chair, "hand": table.number, "seq": table.seq}
    return Read.model_validate({**empty, **where, **known})


def _next(model: OpponentModel, seen: Observation, seat: int) -> Triple | None:
    if not has_choice(seen, seat):
        return None
    chances = model.predict(seen, seat)
    return Triple(fold=chances.fold, call=chances.call, more=chances.more)


def _styles(table: PageTable, chair: int) -> list[StyleChance]:
    counts = table.counts[chair]
    vpip, afq = (tuple(counts[_AT[key] : _AT[key] + 2].tolist()) for key in ("vpip", "afq"))
    style = read_style(OTHERS, vpip, afq)
    return [
        StyleChance(name=name, chance=min(max(chance, 0.0), 1.0))
        for name, chance in sorted(style.probabilities.items(), key=lambda one: -one[1])
    ]


def _equity(seen: Observation, weights: FloatArray) -> float | None:
    """The person's share of the pot against a range, over all boards to come."""
    from villain.cards.range import Range
    from villain.strength.equities import equity

    if not seen.hole or not weights.any():
        return None
    own = str(Combo.of(*seen.hole))
    return float(
        equity([own, Range(weights / weights.max())], seen.board, samples=20_000).shares[0]
    )


def read_idly(seen: Observation, *readers: str) -> None:
    """Read the next seat as the page does, for warming up."""
    seat = (seen.seat + 1) % seen.rules.players
    for name in readers:
        model = make_reader(name)
        model.observe(seen)
        _next(model, seen, seat)
        _equity(seen, weights_held(model, seen, seat))
        if name == CHOOSER:
            forecasts_of(model, seen, seat)
