"""``villain connect``: one of our agents on anybody's dealer."""

from math import isfinite
from typing import TYPE_CHECKING, Annotated

import typer

from villain.cli.options import JsonOption
from villain.cli.output import console, examples, many, print_json, say

if TYPE_CHECKING:
    from villain.wire.guest import Guest

EXAMPLES = examples(
    "villain connect localhost 18741 --agent poki",
    "villain connect localhost 18742 --agent my_agent.py:MyAgent --game nolimit",
    "villain connect 192.168.1.7 18791 --agent loki:som --game holdem.limit.2p.reverse_blinds.game",
)


def command(
    host: Annotated[str, typer.Argument(help="The dealer's machine.")],
    port: Annotated[int, typer.Argument(help="The port of the seat.")],
    agent: Annotated[str, typer.Option(help="The agent that plays; see villain agents.")] = "poki",
    game: Annotated[
        str,
        typer.Option(
            help="See villain games; or a .game file. (default: as the dealer tells, or the one of "
            "the competition that fits what is seen)"
        ),
    ] = "",
    seed: Annotated[
        int | None, typer.Option(help="Repeats what the agent leaves to chance. (default: any)")
    ] = None,
    wait: Annotated[float, typer.Option(help="Seconds to wait for the dealer.")] = 10.0,
    patience: Annotated[
        float, typer.Option(help="Seconds after which the agent folds or checks; 0: never.")
    ] = 10.0,
    as_json: JsonOption = False,
) -> None:
    """Play an agent on a dealer that speaks the competition's protocol, until he hangs up."""
    from villain.arena.clock import Clock
    from villain.errors import VillainError
    from villain.game.chance import check_seed, fresh_seed
    from villain.wire.client import play_on_dealer
    from villain.wire.guest import Guest

    if not (isfinite(patience) and patience >= 0):
        raise VillainError(f"a patience of {patience:g}; it should be seconds, or 0 for ever")
    if seed is None:
        seed = fresh_seed()
    check_seed(seed)
    clock = Clock(patience)
    guest = Guest(agent, game=game, seed=seed, clock=clock, complain=say)
    try:
        play_on_dealer(host, port, guest, clock, wait=wait)
    except (VillainError, KeyboardInterrupt):
        if guest.hands:  # what was played is not lost
            _show(agent, guest, as_json=as_json)
        raise
    _show(agent, guest, as_json=as_json)
    if guest.in_hand or not guest.hands:
        when = "in the middle of a hand" if guest.in_hand else "before the first hand was over"
        say(f"villain: the dealer hung up {when}")
    if guest.changed or guest.in_hand or not guest.hands:
        raise typer.Exit(1)


def _show(agent: str, guest: "Guest", *, as_json: bool) -> None:
    from villain.hands.formats.acpc_writer import value
    from villain.wire.guest import MOST_COMPLAINTS

    game = guest.rules.name if guest.rules else None
    for number, what in ((guest.failures, "failure"), (guest.departures, "other way")):
        if (more := number - MOST_COMPLAINTS) > 0:
            say(f"… and {many(more, f'more {what}')}")
    if guest.changed:
        actions = many(guest.changed, "action")
        why = f"is the game really {game}? If not, give another --game"
        say(f"villain: the dealer took {actions} of {agent} as others; {why}")
    if as_json:
        print_json(
            {
                "agent": agent,
                "game": game,
                "hands": guest.hands,
                "chips": float(guest.won) if guest.won.denominator > 1 else int(guest.won),
                "failures": guest.failures,
                "changed": guest.changed,
                "departures": guest.departures,
                "finished": not guest.in_hand,
            }
        )
    else:
        sign = "+" * (guest.won >= 0)
        console().print(
            f"{many(guest.hands, 'hand')}, {sign}{value(guest.won)} chips", markup=False
        )
