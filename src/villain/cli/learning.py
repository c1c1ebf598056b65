"""``villain learning``: how fast the crowd gets to know players."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from villain.cli.opened_store import opened_store
from villain.cli.options import FilesArgument, JsonOption, SeedOption, StoreOption
from villain.cli.output import (
    check_picture,
    console,
    examples,
    new_table,
    plain,
    print_json,
    progress,
)

if TYPE_CHECKING:
    from villain.evaluation.learning_speed import Speed

EXAMPLES = examples(
    "villain learning --store ~/poker",
    "villain learning hands.tar.xz --players 200 --plot learning.png",
    "villain learning --players 40 --json",
)


def command(
    files: FilesArgument = None,
    players: Annotated[int, typer.Option(min=2, help="At most this many held-back players.")] = 40,
    model: Annotated[
        str,
        typer.Option(
            help="The predictor or model that gets to know them. Your own: file.py:Class."
        ),
    ] = "crowd",
    store: StoreOption = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the gains into this PNG.")] = None,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Measure what the crowd gains by knowing a player, by how much it has seen of him."""
    from villain.evaluation.learning_speed import measure_speed, speed_as_dict
    from villain.models.registry import predictor_of

    check_picture(plot)
    predictor_of(model)
    with opened_store(files, store) as opened, progress("measuring") as bar:
        speed = measure_speed(opened, players, model=model, progress=bar)
    if as_json:
        print_json({"seed": seed, "model": model, **speed_as_dict(speed, seed)})
    else:
        _show(speed, seed, model)
    if plot:
        from villain.cli.learning_chart import draw_gains

        draw_gains(speed, seed, plot, model)


def _show(speed: "Speed", seed: int, model: str) -> None:
    from villain.evaluation.learning_speed import EDGES, SOON
    from villain.models.crowd import TRAINED_ON
    from villain.profiles.spots import CROWD

    heads = ("decisions", "to a stranger", "known", "gain", "95 %")
    table = new_table("his hands", *heads, no_wrap=True)
    for one in speed.gains(seed):
        table.add_row(
            f"{one.first}–{one.last}",
            f"{one.decisions:,}",
            f"{one.stranger:.4f}",
            f"{one.known:.4f}",
            f"{one.gain:.4f}",
            f"{one.low:.4f}–{one.high:.4f}",
        )
    share, low, high = speed.share(seed)
    console().print(table)
    console().print(
        f"\nlog-loss in nats, of {len(speed.cases)} players with {EDGES[-1]} hands or more whom "
        f"the crowd was not trained on, in the order of a digest of their names (seed {seed})\n"
        f"in his hands {EDGES[EDGES.index(SOON) - 1] + 1} to {SOON} it has {share:.0%} of the gain "
        f"that it has in the end ({low:.0%}–{high:.0%})\n"
        + (TRAINED_ON if model == CROWD else f"read by {plain(model)}")
    )
