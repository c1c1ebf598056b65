"""Replies of a client: the line it was sent, a colon, and its action.

A dealer does not fall over a bad answer. As in the competition, what does not belong to the line
that was sent is ignored, and an action that the rules do not allow becomes one that they do.
"""

import re

from villain.errors import NotationError, VillainError
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.observation import Observation
from villain.game.rules import Betting
from villain.wire.states import MatchState, read_state

_ACTION = re.compile(r"[fc]|r\d{0,12}", re.ASCII)


def write_action(action: Action, seen: Observation) -> str:
    """An action as the protocol has it: in no-limit a raise is to so much over the whole hand."""
    if action.kind != "raise":
        return action.kind[0]
    if seen.rules.betting is Betting.LIMIT:
        return "r"
    return f"r{_put_before(seen) + action.to}"


def read_reply(line: str, state: MatchState, seen: Observation) -> str:
    """The action in an answer, as text; raises if it is no answer to the line that was sent.

    >>> import numpy as np
    >>> from villain.game import Hand, limit_holdem, shuffle
    >>> from villain.wire.states import state_of
    >>> rules = limit_holdem(2)
    >>> seen = Hand(rules, shuffle(rules, np.random.default_rng(1))).observation(1)
    >>> state = state_of(seen, 7)
    >>> read_reply(f"{state}:r", state, seen)
    'r'
    >>> read_reply("MATCHSTATE:1:6::|8c3c:r", state, seen)
    Traceback (most recent call last):
    ...
    villain.errors.NotationError: it answers another line
    """
    text = str(state)
    if line.startswith(text + ":"):
        return line[len(text) + 1 :].strip()
    fields = line.split(":", 5)
    if read_state(":".join(fields[:5]), seen.rules) != state:
        raise NotationError("it answers another line")
    return "".join(fields[5:]).strip()


def read_action(text: str, seen: Observation) -> tuple[Action, str]:
    """The action that a text means, made legal; and what had to be changed, if anything.

    >>> import numpy as np
    >>> from villain.game import Hand, no_limit_holdem, shuffle
    >>> rules = no_limit_holdem(2)
    >>> seen = Hand(rules, shuffle(rules, np.random.default_rng(1))).observation(1)
    >>> read_action("r3", seen)
    (Action(kind='raise', to=4), 'a raise to 3 became one to 4')
    >>> read_action("x", seen)
    (Action(kind='call', to=0), "'x' is no action, and became a call")
    """
    legal = seen.legal
    if legal is None:
        raise VillainError("nobody is to act")
    if text == "c":
        return CALL, ""
    sized = seen.rules.betting is not Betting.LIMIT
    if not _ACTION.fullmatch(text) or (sized and text == "r"):
        return CALL, f"{text[:40]!r} is no action, and became a call"
    if text == "f":
        free = "a fold where checking is free became a call"
        return (FOLD, "") if legal.fold else (CALL, free)
    if not legal.can_raise:
        return CALL, "a raise where there is none became a call"
    if not sized:
        return raise_to(legal.least), ""
    before = _put_before(seen)
    to = int(text[1:]) - before
    inside = min(max(to, legal.least), legal.most)
    changed = f"a raise to {to + before} became one to {inside + before}" if inside != to else ""
    return raise_to(inside), changed


def _put_before(seen: Observation) -> int:
    """The chips that the seat has put in on earlier streets, antes included."""
    seat = seen.seat
    return seen.rules.stacks[seat] - seen.stacks[seat] - seen.bets[seat]
