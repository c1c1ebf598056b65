"""The reads of players on each other, through the interface of opponent models alone."""

import re
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from villain.cards.card import Card
from villain.cards.combo import Combo
from villain.cards.range import CLASS_OF_COMBO, possible
from villain.game.events import Acted, Shown
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
from villain.web.leads import guess_of, lead_on_him, lead_on_you
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
    """The read of the player in a chair on the person: his own, or a good reader's in his place.

    He is taken not to have looked at his own cards: a range without them would give them away.
    """
    you = table.you
    if not table.hand.over:  # each action is taken in once, and not anew for every read
        table.heads.observe(chair, table.seen_by(table.seat_of(chair)))
    if you is None or chair == you:
        return _nothing(table, "you", chair, "Nobody sits here who could be read.")
    seat, name = table.seat_of(you), table.names[chair]
    seen = without_hole(table.seen_by(table.seat_of(chair)))
    if seen.folded[seat]:
        return _nothing(table, "you", chair, "You have folded: nobody wonders any more.")
    model = table.heads.of(chair)
    reads = model is not None and model.reads(table.hand.rules)
    if not reads and dial_of(table) and table.models[chair]:
        words = "reads you by what you do. The dial says how far the play goes by that."
        return _nothing(table, "you", chair, f"{name} {words}")
    if not reads:
        model, seen = table.onlooker(), table.seen_from_beside()
    assert model is not None
    past = table.hand.over
    known: dict[str, Any] = {
        "model": _in_words(model),
        "past": past,
        "next": None if past or not reads else _next(model, seen, seat),
        "mind": mind_of(model, seen, seat) if reads else None,
    }
    if not _has_acted(seen, seat):  # all hands alike are no read
        words = f"You have not acted: to {name} you may hold anything."
        return _read(table, "you", chair, words=words, **known)
    weights, hole = weights_held(model, seen, seat), table.hand.observation(seat).hole
    guess = guess_of(weights, seen.board)
    return _read(
        table,
        "you",
        chair,
        lead=guess and lead_on_you(guess, name, reads=reads, past=past, hole=hole),
        grid=grid_of(weights, seen.board),
        styles=_styles(table, you),
        reason=_reason(table, model, seen, seat, you=True),
        **known,
    )


def of_them(
    table: PageTable, chair: int, reader: OpponentModel, advice: TurnAdvice | None = None
) -> Read:
    """The read on the player in a chair, and advice, from what the person could see."""
    you = table.you
    if you is None or chair == you:
        return _nothing(table, "them", chair, "Only a player at the table can be advised.")
    seen, seat = table.seen_by(table.seat_of(you)), table.seat_of(chair)
    name, past = table.names[chair], table.hand.over
    if seen.folded[seat]:
        nothing = _nothing(table, "them", chair, f"{name} has folded.")
        return with_advice(nothing, table, advice)
    forecasts = forecasts_of(table.reader(CHOOSER), seen, seat)
    weights = weights_held(reader, seen, seat)
    acted = _has_acted(seen, seat)
    guess = guess_of(weights, seen.board) if acted else None
    known: dict[str, Any] = {
        "lead": guess and lead_on_him(guess, name, past=past, shown=_shown_by(table, seat)),
        "grid": grid_of(weights, (*seen.board, *seen.hole)),
        "next": None if past else _next(reader, seen, seat),
        "reason": _reason(table, reader, seen, seat, you=False),
        "forecasts": [] if past else list(forecasts.each),
        "mind": mind_of(reader, seen, seat),
    }
    if not acted:  # all hands alike are no read
        known |= {"words": f"{name} has not acted: any hand is possible.", "grid": []}
    rivals = [one for one, out in enumerate(seen.folded) if not out and one != seen.seat]
    read = _read(
        table,
        "them",
        chair,
        model=_in_words(reader),
        past=past,
        styles=_styles(table, chair),
        equity=_equity(seen, [weights_held(reader, seen, one) for one in rivals]),
        rivals=len(rivals),
        odds=pot_odds(table.hand) if table.turn == you else None,
        chosen=forecasts.chosen,
        decisions=forecasts.decisions,
        **known,
    )
    return with_advice(read, table, advice)


def _has_acted(seen: Observation, seat: int) -> bool:
    """True if a seat has done anything in this hand but to post."""
    return any(isinstance(event, Acted) and event.seat == seat for event in seen.events)


def _shown_by(table: PageTable, seat: int) -> tuple[Card, ...]:
    """The cards that a seat has shown."""
    events = table.hand.events
    return next((e.cards for e in events if isinstance(e, Shown) and e.seat == seat), ())


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
        "lead": None,
        "past": table.hand.over,
        "next": None,
        "styles": [],
        "reason": "",
        "equity": None,
        "rivals": 0,
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


def _equity(seen: Observation, ranges: Sequence[FloatArray]) -> float | None:
    """The person's share of the pot against these ranges, over all boards to come."""
    from villain.cards.range import Range
    from villain.strength.equities import equity

    if not seen.hole or not ranges or not all(weights.any() for weights in ranges):
        return None
    others = [Range(weights / weights.max()) for weights in ranges]
    own = str(Combo.of(*seen.hole))
    return float(equity([own, *others], seen.board, samples=20_000).shares[0])


def read_idly(seen: Observation, *readers: str) -> None:
    """Read the next seat as the page does, for warming up."""
    seat = (seen.seat + 1) % seen.rules.players
    for name in readers:
        model = make_reader(name)
        model.observe(seen)
        _next(model, seen, seat)
        _equity(seen, [weights_held(model, seen, seat)])
        if name == CHOOSER:
            forecasts_of(model, seen, seat)
