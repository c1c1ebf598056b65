"""``villain realism``: how much agents play like the people of a store."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from villain.cli.opened_store import open_store, opened_store
from villain.cli.options import (
    FilesArgument,
    JsonOption,
    OnOption,
    SeedOption,
    StoreOption,
    WorkersOption,
)
from villain.cli.output import (
    check_picture,
    console,
    examples,
    new_table,
    plain,
    print_json,
    progress,
)
from villain.cli.realism_stakes import show_by_stakes

if TYPE_CHECKING:
    from villain.evaluation.realism.hand_judge import HandVerdict
    from villain.evaluation.realism.hand_shapes import Sizes
    from villain.evaluation.realism.realism import Realism
    from villain.evaluation.realism.spreads import SpreadOfRates, StatisticSpread

EXAMPLES = examples(
    "villain realism --store ~/poker --plot realism.png",
    "villain realism hands.tar.xz --tables 100 --hands 50 --json",
    "villain realism --store ~/poker --agent loki --agent poki",
    "villain realism --store ~/poker --stakes 0.10/0.25 --held-back",
    "villain realism --store ~/poker --beside ~/poker-elsewhere",
)
TELLS = 12
"""So many features that give hands away are listed."""


def command(
    files: FilesArgument = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(
            "--agent", help="Who sits at our tables, drawn for each chair; may be repeated."
        ),
    ] = None,
    tables: Annotated[
        int, typer.Option(min=2, help="At most this many tables, for each of the stakes.")
    ] = 40,
    hands: Annotated[int, typer.Option(min=1, help="This many hands in a row at each.")] = 60,
    judge: Annotated[
        bool,
        typer.Option(
            "--judge/--no-judge", help="Let boosted trees tell real hands from ours, or not."
        ),
    ] = True,
    positions: Annotated[
        bool, typer.Option("--positions", help="List the statistics by position, too.")
    ] = False,
    stakes: Annotated[
        str | None, typer.Option(help="Only these stakes, such as 0.10/0.25; else all.")
    ] = None,
    held_back: Annotated[
        bool,
        typer.Option(
            "--held-back",
            help="Only tables with half of the chairs held back from training; statistics of "
            "these players alone.",
        ),
    ] = False,
    hide_stacks: Annotated[
        bool,
        typer.Option(
            "--hide-stacks", help="The judge sees no stacks: in this store they are made up."
        ),
    ] = False,
    beside: Annotated[
        Path | None,
        typer.Option(help="Compare with the people of this store, not with agents."),
    ] = None,
    store: StoreOption = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the spreads into this PNG.")] = None,
    workers: WorkersOption = None,
    on: OnOption = "processes",
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Set tables of agents beside real ones: statistics, bets and pots, and a judge of hands.

    Each of our tables is the twin of a real one, with its chairs, stacks and blinds. Where several
    stakes are played, each is measured by itself.
    """
    from villain.errors import VillainError
    from villain.evaluation.realism.by_stakes import measure_by_stakes
    from villain.evaluation.realism.hand_judge import has_judge
    from villain.evaluation.realism.stakes import find_stakes
    from villain.work import Workplace

    workplace = Workplace.parse(on, workers)
    check_picture(plot)
    if beside is not None and agent:
        raise VillainError("--agent and --beside are two things to compare with; give one")
    agents = agent or ["person" if beside is None else f"the people of {beside}"]
    others = None if beside is None else open_store(beside)
    with opened_store(files, store) as opened, progress("playing") as bar:
        chosen = find_stakes(opened, stakes)
        if plot and len(chosen) > 1:
            raise VillainError("--plot draws one of several stakes; choose them with --stakes")
        measured, left_out = measure_by_stakes(
            opened,
            chosen,
            agents,
            tables,
            hands,
            seed,
            judge=judge,
            held_back=held_back,
            hide_stacks=hide_stacks,
            beside=others,
            workers=workplace,
            progress=bar,
        )
    if as_json:
        by_stakes = [one.as_dict() for one in measured]
        print_json({"seed": seed, "agents": agents, "by_stakes": by_stakes, "left_out": left_out})
    else:
        if len(measured) == 1:
            _show(measured[0], agents, seed, positions=positions)
        else:
            show_by_stakes(measured, left_out, agents, seed)
        if judge and not has_judge():
            console().print("no judge: it needs scikit-learn, pip install 'villain\\[judge]'")
    if plot:
        from villain.cli.realism_charts import draw_spreads

        draw_spreads(measured[0], agents, plot)


def _show(measured: "Realism", agents: list[str], seed: int, *, positions: bool) -> None:
    screen = console()
    screen.print(
        f"{plain(str(measured.stakes))}: {measured.tables} tables, {measured.hands:,} hands; "
        f"beside them as many of {plain(', '.join(agents))} (seed {seed})\n"
    )
    if measured.held_back:
        screen.print("statistics of players held back from training, at tables half theirs\n")
    _show_spreads(measured.spreads, positions=positions)
    _show_shapes(measured)
    if measured.verdict is not None:
        _show_verdict(measured.verdict)


def _show_spreads(spreads: "list[StatisticSpread]", *, positions: bool) -> None:
    heads = ("people", "5 to 95 %", "ours", "5 to 95 %", "inside", "overlap")
    table = new_table("statistic", *heads, no_wrap=True)
    for one in spreads:
        if positions or not one.position:
            table.add_row(
                f"{one.statistic.name} {one.position}".strip(),
                *_numbers(one, one.real),
                *_numbers(one, one.ours),
                f"{one.inside:.0%}",
                f"{one.overlap:.0%}",
            )
    console().print(table)
    fits = sum(one.fits for one in spreads)
    out = [
        f"{one.statistic.name} {one.position}" for one in spreads if one.position and not one.fits
    ]
    console().print(
        "\npeople, ours: the rate of all; 5 to 95 %: between which the rates of nine in ten "
        "players are; inside: the share of ours within people's; overlap: the part that both "
        "distributions have in common\n"
        f"of {len(spreads)} statistics, overall and by position, our rate is within the spread "
        f"of people in {fits}" + (f"; not in: {', '.join(out)}" if out else "") + "\n"
    )


def _numbers(one: "StatisticSpread", spread: "SpreadOfRates") -> tuple[str, str]:
    if one.statistic.kind == "ratio":
        return f"{spread.mean:.2f}", f"{spread.low:.2f}–{spread.high:.2f}"
    return f"{100 * spread.mean:.1f}", f"{100 * spread.low:.0f}–{100 * spread.high:.0f}"


def _show_shapes(measured: "Realism") -> None:
    real, ours = measured.real_shape, measured.our_shape
    table = new_table("hands that", "people", "ours", no_wrap=True)
    for name, share in real.shares.items():
        both = (share, ours.shares[name])
        table.add_row(name, *(f"{one:.2f}" if "players" in name else f"{one:.1%}" for one in both))
    console().print(table)
    console().print()
    table = new_table("10 to 90 %", "people", "ours", no_wrap=True)
    for kind in [one for one in real.sizes if one in ours.sizes]:
        table.add_row(kind, _quantiles(real.sizes[kind]), _quantiles(ours.sizes[kind]))
    console().print(table)
    console().print("the 10th, 25th, 50th, 75th and 90th percentile of amounts\n")


def _quantiles(sizes: "Sizes") -> str:
    return "  ".join(f"{one:.2f}" if one < 10 else f"{one:.0f}" for one in sizes.quantiles)


def _show_verdict(verdict: "HandVerdict") -> None:
    table = new_table("what gives hands away", "worth", "alone", "people", "ours", no_wrap=True)
    for tell in verdict.tells[:TELLS]:
        table.add_row(
            plain(tell.feature),
            f"{tell.loss:.3f}",
            f"{tell.alone:.2f}",
            f"{tell.real:.2f} ({tell.has_real:.0%})",
            f"{tell.ours:.2f} ({tell.has_ours:.0%})",
        )
    console().print(table)
    console().print(
        "worth: area that the judge loses if it is shuffled; alone: area by it alone, above a half "
        "if people have more; means, in brackets the share of hands that have it\n\n"
        f"a judge who sees a hand takes the real one of two for real in [bold]{verdict.area:.3f}[/]"
        f" ({verdict.low:.3f} to {verdict.high:.3f}) of cases, a half is guessing; of two that saw "
        f"a flop in {verdict.seen_flop:.3f}; if it sees ten hands of a table in "
        f"{verdict.together:.3f}; if amounts are hidden in {verdict.without_amounts:.3f}"
    )
