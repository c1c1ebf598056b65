"""An action as players say it."""

from collections.abc import Sequence

from villain.game.actions import Action, Legal
from villain.web.views import in_big_blinds


def action_words(
    action: Action,
    seat: int,
    legal: Legal,
    bets: Sequence[int],
    stacks: Sequence[int],
    big_blind: int,
) -> str:
    """An action of a seat in words, with its size.

    >>> from villain.game.actions import raise_to
    >>> legal = Legal(fold=True, call=2, least=4, most=20)
    >>> for to in (6, 20):
    ...     action_words(raise_to(to), 0, legal, (0, 2), (20, 18), 2)
    'raise to 3 bb'
    'all-in (10 bb)'
    """
    if action.kind == "fold":
        return "fold"
    if action.kind == "call":
        return f"call {in_big_blinds(legal.call, big_blind)}" if legal.call else "check"
    size = in_big_blinds(action.to, big_blind)
    if action.to == bets[seat] + stacks[seat]:
        return f"all-in ({size})"
    return f"raise to {size}" if any(bets) else f"bet {size}"
