"""``villain predict``: how well the actions of real players are foreseen."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from villain.cli.bots_option import BotsOption, names_of_bots, warn_of_absent
from villain.cli.opened_store import open_store
from villain.cli.options import JsonOption, OnOption, SeedOption, StoreOption, WorkersOption
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
    from collections.abc import Callable

    from villain.evaluation.judging import Judgement
    from villain.evaluation.scoring import PredictionScore

EXAMPLES = examples(
    "villain predict",
    "villain predict --model statistics,network,chooser --out calibration.png",
    "villain predict --store ~/poker --players all --hands 5000",
    "villain predict --model network,crowd --weights without-ps.npz --players all",
    "villain predict --workers 2",
    "villain predict --store /shared/poker --on ray://head:10001",
    "villain predict --json",
)
DEFAULT = "statistics,network,chooser,mixture,crowd"


def command(
    store: StoreOption = None,
    model: Annotated[
        str,
        typer.Option(help="Which predictors, separated by commas; your own: file.py:Class."),
    ] = DEFAULT,
    side: Annotated[
        str,
        typer.Option(
            "--players",
            help="Whom to judge on: held-back (not trained on), trained, all, or people "
            "(all but known programs, see --bots).",
        ),
    ] = "held-back",
    bots: BotsOption = None,
    hands: Annotated[
        int | None, typer.Option(min=1, help="Only this many hands, from the first on.")
    ] = None,
    free_folds: Annotated[
        bool,
        typer.Option("--free-folds", help="Also judge folds where a check was free (IRC)."),
    ] = False,
    weights: Annotated[
        Path | None,
        typer.Option(help="Weights for crowd, other than those shipped with it."),
    ] = None,
    workers: WorkersOption = None,
    on: OnOption = "processes",
    seed: SeedOption = 1,
    out: Annotated[
        Path | None, typer.Option(help="Draw the calibration into this PNG, PDF or SVG.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Predict each action of real players before learning it, and say how good that was."""
    from villain.errors import VillainError
    from villain.evaluation.judging import judge, judgement_as_dict
    from villain.registry import split_specs
    from villain.work import Workplace

    workplace = Workplace.parse(on, workers)
    check_picture(out)
    models = split_specs(model)
    if not models:
        raise VillainError(f"--model names no predictor or model; try {DEFAULT}")
    programs = names_of_bots(bots, side)
    opened = open_store(store)
    if programs:
        warn_of_absent(programs, (name for (name,) in opened.rows("SELECT name FROM totals")))
    with progress("predicting") as report:
        judgement = judge(
            opened,
            models,
            side,
            hands,
            free_folds=free_folds,
            weights=weights,
            bots=programs,
            workers=workplace,
            progress=report,
        )
    if as_json:
        print_json(judgement_as_dict(judgement, seed))
    else:
        _show(judgement, seed)
    if out is not None:
        from villain.cli.predict_charts import draw_calibration

        draw_calibration(judgement, out)


def _show(judgement: "Judgement", seed: int) -> None:
    from villain.evaluation.judging import CROWD
    from villain.evaluation.scoring import ALL, ENOUGH
    from villain.models.crowd import TRAINED_ON

    screen = console()
    heads = ("log-loss", "95 %", "accuracy", "worst bin")
    table = new_table("model", *heads, no_wrap=True)
    for name, score in judgement.scores.items():
        low, high = score.interval(seed)
        whole, gap = score.groups[ALL], score.worst_gap
        table.add_row(
            plain(name),
            f"{whole.log_loss:.3f}",
            f"{low:.3f}–{high:.3f}",
            f"{whole.accuracy:.1%}",
            "" if gap != gap else f"{100 * gap:.1f} points",
        )
    screen.print(table)
    _show_differences(judgement, seed)
    _show_groups(judgement, "log-loss", lambda score, group: f"{score.groups[group].log_loss:.3f}")
    _show_groups(judgement, "accuracy", lambda score, group: f"{score.groups[group].accuracy:.1%}")
    _show_groups(
        judgement,
        "worst bin in points",
        lambda score, group: "" if (gap := score.gap_in(group)) != gap else f"{100 * gap:.1f}",
    )
    whose = {"trained": " trained on", "held-back": " not trained on"}.get(judgement.side, "")
    screen.print(
        f"\n{judgement.decisions:,} decisions of {judgement.players:,} players{whose}, in "
        f"{judgement.hands:,} hands; log-loss in nats, its interval over players (seed {seed})"
    )
    if judgement.left_out:
        screen.print(f"{judgement.left_out:,} folds where a check was free are left out")
    screen.print(
        f"worst bin: how far predicted and real frequencies are apart at most, where a tenth of "
        f"the scale has {ENOUGH:,} cases"
    )
    if any(name.startswith(CROWD) for name in judgement.scores):
        screen.print(TRAINED_ON)


def _show_differences(judgement: "Judgement", seed: int) -> None:
    """By how much the others' log-loss is above the crowd's, decision by decision."""
    from villain.evaluation.judging import CROWD
    from villain.evaluation.scoring import ALL, HANDS_SEEN

    crowd, first = judgement.scores.get(CROWD), next(iter(HANDS_SEEN))
    if crowd is None:
        return
    heads = ("above crowd", "95 %", first, "95 %")
    table = new_table("model", *heads, no_wrap=True)
    for name, score in judgement.scores.items():
        if score is not crowd:
            cells = []
            for group in (ALL, first):
                mean, low, high = score.above(crowd, group, seed)
                cells += [f"{mean:+.4f}", f"{low:+.4f} to {high:+.4f}"]
            table.add_row(plain(name), *cells)
    console().print("\nlog-loss above that of crowd, of the same decisions")
    console().print(table)


def _show_groups(
    judgement: "Judgement", what: str, cell: "Callable[[PredictionScore, str], str]"
) -> None:
    from villain.evaluation.scoring import GROUPS

    first = next(iter(judgement.scores.values()))
    groups = [group for group in GROUPS[1:] if first.groups[group].cases]
    table = new_table("model", *(group.removesuffix(" hands") for group in groups))
    table.columns[0].no_wrap = True
    for name, score in judgement.scores.items():
        table.add_row(plain(name), *(cell(score, group) for group in groups))
    table.add_row("decisions", *(f"{first.groups[group].cases:,}" for group in groups))
    console().print(f"\n{what} by hands seen of the player, and by what he faced")
    console().print(table)
