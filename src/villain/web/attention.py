"""The player who matters to a person now: whom the panel beside the table turns to."""

from typing import Literal, NamedTuple

from villain.game.hand import Hand


class Attention(NamedTuple):
    """A seat, and whose view says more: his of the person ("you"), or the person's of him."""

    seat: int
    about: Literal["you", "them"]


def who_matters(hand: Hand, you: int) -> Attention | None:
    """Whom a person should look at; None as long as nobody has shown what he thinks of his cards.

    That is the last one who bet or raised, as long as he is in; where it was the person himself,
    whoever called him last or has to answer; and the only one who is left in any case.

    >>> import numpy as np
    >>> from villain.game import CALL, FOLD, no_limit_holdem, raise_to, shuffle
    >>> rules = no_limit_holdem(4)
    >>> hand = Hand(rules, shuffle(rules, np.random.default_rng(1)))
    >>> who_matters(hand, 0)
    >>> hand.act(raise_to(6)); who_matters(hand, 0)
    Attention(seat=2, about='them')
    >>> hand.act(FOLD); hand.act(raise_to(20)); who_matters(hand, 0)
    Attention(seat=1, about='you')
    >>> hand.act(FOLD); hand.act(CALL); who_matters(hand, 0)
    Attention(seat=2, about='you')
    """
    state = hand.state
    mine = [one for one in state.line if one.seat == you]
    about: Literal["you", "them"] = "you" if mine and not state.folded[you] else "them"
    others = [seat for seat in state.inside if seat != you]
    bets = [one.seat for one in state.line if one.kind == "raise"]
    paid = [one.seat for one in state.line if one.kind != "fold" and one.owed]
    if not others:  # all have given up: the last of them, if it is the person who won
        gone = [one.seat for one in state.line if one.seat != you]
        return Attention(gone[-1], about) if bets and gone else None
    if not bets and not paid:
        return None
    if len(others) == 1:
        return Attention(others[0], about)
    if bets and bets[-1] in others:
        return Attention(bets[-1], about)
    if bets and bets[-1] == you:
        last = max(place for place, one in enumerate(state.line) if one.kind == "raise")
        answers = [one.seat for one in state.line[last + 1 :] if one.kind == "call"]
        waiting = [state.seat] if state.seat is not None and state.seat != you else []
        seat = next((one for one in [*reversed(answers), *waiting] if one in others), None)
        if seat is not None:
            return Attention(seat, about)
    known = [seat for seat in [*reversed(bets), *reversed(paid)] if seat in others]
    return Attention(known[0], about) if known else None
