"""A table as text, as one seat sees it."""

from villain.cards.card import show
from villain.errors import VillainError
from villain.game.observation import Observation

RENDER_MODES = ("human", "ansi")


def check_render_mode(mode: str | None) -> str | None:
    """The same mode; raises unless it is one of these, or None."""
    if mode is not None and mode not in RENDER_MODES:
        raise VillainError.unknown("render mode", mode, RENDER_MODES)
    return mode


def render(seen: Observation, mode: str | None) -> str | None:
    """What a seat sees: returned as text, printed, or nothing, by the mode."""
    if mode == "human":
        print(picture(seen))
    return picture(seen) if mode == "ansi" else None


def picture(seen: Observation) -> str:
    """What a seat sees: the board, everybody's chips, its own cards and what it may do.

    >>> import numpy as np
    >>> from villain.game import Hand, no_limit_holdem, shuffle
    >>> rules = no_limit_holdem(2)
    >>> hand = Hand(rules, shuffle(rules, np.random.default_rng(1)), ("Ann", "Bob"))
    >>> print(picture(hand.observation(1)))
    board –  pot 3
    Ann  bet 2  stack 198
    Bob  bet 1  stack 199  holds 9s 5s
    Bob may fold, call 1, raise to 4–200
    """
    lines = [f"board {show(seen.board) or '–'}  pot {seen.pot}"]
    for seat, name in enumerate(seen.names):
        line = f"{name}  bet {seen.bets[seat]}  stack {seen.stacks[seat]}"
        line += "  folded" * seen.folded[seat]
        lines.append(line + f"  holds {show(seen.hole)}" * (seat == seen.seat))
    if seen.legal is not None:
        lines.append(f"{seen.names[seen.seat]} may {seen.legal}")
    return "\n".join(lines)
