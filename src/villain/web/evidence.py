"""Evidence for a read, in words: what a player did before in the same place."""

from villain.models.precedents import PastAction, Precedent

STREETS = ("before the flop", "the flop", "the turn", "the river")
DEEDS = {"fold": "folded", "call": "called", "raise": "raised", "check": "checked", "bet": "bet"}
ENTRIES = {"raise": "raising", "call": "calling", "check": "checking"}


def evidence(precedent: Precedent | None, name: str, *, you: bool) -> str:
    """A sentence on what a player did last in this hand, and what it meant before.

    >>> evidence(Precedent(PastAction(1, "bet", "raise"), 3, 2, 1), "Ada", you=False)
    'Ada bet the flop after raising before it: seen 3 times before, 2 of them shown, 1 with top \
pair or better.'
    >>> evidence(Precedent(PastAction(2, "check", "call"), 1), "Ada", you=False)
    'Ada checked on the turn after calling before it: seen 1 time before, never shown.'
    >>> evidence(None, "you", you=True)
    'you have not acted in this hand.'
    """
    who = "you" if you else name
    if precedent is None:
        return f"{who} {'have' if you else 'has'} not acted in this hand."
    action, times, shown, good = precedent
    deed = _deed(who, action)
    if not times:
        return f"{deed}: not seen before."
    often = f"{deed}: seen {times} time{'s' * (times != 1)} before"
    if not shown:
        return f"{often}, never shown."
    what = "top pair or better" if action.street else "a pair or two cards from ten up"
    return f"{often}, {shown} of them shown, {good} with {what}."


def _deed(who: str, action: PastAction) -> str:
    street, kind, entry = action
    deed = f"{who} {DEEDS[kind]}"
    if street == 0:
        return f"{deed} {STREETS[0]}" + (f" after {ENTRIES[entry]}" if entry else "")
    on = "" if kind in ("bet", "raise") else "on "
    where = f"{deed} {on}{STREETS[street]}"
    return f"{where} after {ENTRIES[entry]} before it" if entry else where
