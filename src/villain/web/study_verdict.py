"""A decision of a hand beside equilibrium, and beside the best answer to this opponent."""

from collections.abc import Sequence

import numpy as np

from villain.cards.card import Card
from villain.cards.combo import Combo
from villain.solver.reports import best_move_values, report
from villain.solver.solution import Solution
from villain.web.study_messages import MoveAdvice, Verdict
from villain.web.study_spots import Studied, move_taken
from villain.web.study_views import faced, move_words, shade


def advice_for(solution: Solution, studied: Studied, cards: Sequence[Card]) -> list[MoveAdvice]:
    """How often each move is made with a holding at the beginning, and what it is worth.

    Worth is what it comes to at best play afterwards, against the other as he plays.
    """
    seen, values = report(solution), best_move_values(solution)
    node = solution.game.node(0)
    here = np.flatnonzero(seen.own.holdings == Combo.of(*cards))
    if not len(here):
        return []
    facing = faced(studied.spot, node)
    return [
        MoveAdvice(
            move=str(move),
            words=move_words(move, *facing, studied.unit),
            kind=move.kind,  # type: ignore[arg-type]
            shade=shade(move, *facing),
            chance=round(float(np.clip(seen.chances[number, here[0]], 0, 1)), 4),
            value=round(float(np.nan_to_num(values[number, here[0]])), 5),
        )
        for number, move in enumerate(seen.moves)
    ]


def verdict_on(
    studied: Studied,
    solution: Solution | None,
    equilibrium: list[MoveAdvice],
    answer: list[MoveAdvice],
    hands_known: int,
) -> Verdict | None:
    """What a decision cost; nothing where there was none, or nobody knows the cards."""
    made = studied.made
    if made is None or not made.cards or solution is None:
        return None
    moves = solution.game.node(0).moves
    taken = move_taken(moves, made.taken)
    name, other = studied.spot.names[made.player], studied.spot.names[1 - made.player]
    value = cost = worth = answer_cost = None
    words, best = [], ""
    if equilibrium:
        value = sum(one.chance * one.value for one in equilibrium)
        cost = max(max(one.value for one in equilibrium) - equilibrium[taken].value, 0.0)
        words.append(_equilibrium_words(name, equilibrium, taken, value, cost, studied))
    if answer:
        top = max(answer, key=lambda one: one.value)
        best, worth = top.move, top.value
        answer_cost = max(worth - answer[taken].value, 0.0)
        words.append(_answer_words(other, answer, taken, top, answer_cost, studied, hands_known))
    return Verdict(
        player=made.player,
        name=name,
        other=other,
        model=studied.reader,
        cards=[str(card) for card in made.cards],
        taken=str(moves[taken]),
        equilibrium=equilibrium,
        value=None if value is None else round(value, 5),
        cost=None if cost is None else round(cost, 5),
        answer=answer,
        best=best,
        worth=worth,
        answer_cost=None if answer_cost is None else round(answer_cost, 5),
        words=words,
    )


def _equilibrium_words(
    name: str,
    moves: list[MoveAdvice],
    taken: int,
    value: float,
    cost: float,
    studied: Studied,
) -> str:
    often = sorted((one for one in moves if one.chance >= 0.02), key=lambda one: -one.chance)
    does = " or ".join(
        _lower(one.words) + ("" if one.chance > 0.98 else f" {one.chance:.0%}") for one in often
    )
    who = "Your" if name == "you" else f"{name}'s"
    return (
        f"Equilibrium plays {does}, worth {_chips(value, studied)}. {who} "
        f"{_lower(moves[taken].words)} {_costs(cost, studied)}."
    )


def _answer_words(
    other: str,
    moves: list[MoveAdvice],
    taken: int,
    best: MoveAdvice,
    cost: float,
    studied: Studied,
    hands: int,
) -> str:
    after = f" after {hands} hands" if hands else ""
    whom = "you" if other == "you" else "him"
    words = (
        f"Against {other}, as {studied.reader} reads {whom}{after}, {_lower(best.words)} is best, "
        f"worth {_chips(best.value, studied)}"
    )
    if moves[taken].move == best.move:
        return f"{words}: what was done."
    return f"{words}; {_lower(moves[taken].words)} {_costs(cost, studied)}."


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]


def _costs(cost: float, studied: Studied) -> str:
    small = cost < 0.005 * studied.spot.whole_pot  # below what a solution is exact to
    return "costs nothing that could be told" if small else f"costs {_chips(cost, studied)}"


def _chips(chips: float, studied: Studied) -> str:
    return f"{chips / studied.unit:.2f} {studied.unit_name}"
