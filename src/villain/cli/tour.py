"""``villain tour``: a few commands with what they print."""

import shlex

from villain.cli.output import console

STOPS = (
    (
        "A hand from the first paper, with its strength and potential.",
        "strength AdQc --board 3h4cJh",
    ),
    ("A range, in the notation people paste.", 'range "QQ+, AK, A5s-A2s, KQs:0.5"'),
    ("A race before the flop, exact.", "equity AhKh QQ+"),
    ("What a hand is called.", "evaluate As8dKc8cAh2d3c"),
)


def command() -> None:
    """Show what there is, one command after the other."""
    from villain.cli.app import app

    out = console()
    for what, line in STOPS:
        out.print(f"\n[dim]{what}[/]\n[bold]$ villain {line}[/]\n", markup=True)
        app(shlex.split(line), standalone_mode=False)
    out.print("\n[dim]More: villain --help, and --help behind any command.[/]")
