"""The ``villain`` command."""

import sys
from typing import Annotated

import typer

from villain import __version__
from villain.cli import bench, equity, evaluate, hand_range, income, strength
from villain.errors import VillainError

app = typer.Typer(
    name="villain",
    help="Poker by reading the opponent. In poker talk the villain is the opponent.",
    epilog="Try: villain strength AdQc --board 3h4cJh · villain equity AhKh QQ+",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

app.command("strength", epilog=strength.EXAMPLES)(strength.command)
app.command("equity", epilog=equity.EXAMPLES)(equity.command)
app.command("evaluate", epilog=evaluate.EXAMPLES)(evaluate.command)
app.command("range", epilog=hand_range.EXAMPLES)(hand_range.command)
app.command("income", epilog=income.EXAMPLES)(income.command)
app.command("bench", epilog=bench.EXAMPLES)(bench.command)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"villain {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    pass


def main(arguments: list[str] | None = None) -> None:
    """Run one command; what a person got wrong is one line on standard error and status 2."""
    try:
        app(arguments)
    except VillainError as error:
        print(f"villain: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:  # the reader of our output went away
        sys.stderr.close()
        sys.exit(141)
