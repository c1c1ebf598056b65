"""The ``villain`` command."""

import io
import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from villain import __version__
from villain.cli import (
    bench,
    connect,
    dealer,
    equity,
    evaluate,
    follow,
    freezeout,
    hand_range,
    hands,
    import_hands,
    income,
    judge,
    learning,
    match,
    mine,
    play,
    players,
    predict,
    predict_cards,
    read,
    replay,
    reproduce,
    store,
    strength,
    terminal_game,
    tournament,
)
from villain.cli.output import clean
from villain.errors import VillainError
from villain.outside import in_words, place_of
from villain.processes import stop_as_by_ctrl_c


class _StoppedError(Exception):
    """Ctrl-C in a command that had nothing to say about it."""


class _Commands(TyperGroup):
    """Typer would take Ctrl-C for an ordinary end."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401
        """Run the command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise _StoppedError from None
        except (SystemError, RuntimeError) as error:  # so libraries pass on what came in between
            cause: BaseException | None = error
            while cause is not None:
                if isinstance(cause, KeyboardInterrupt):
                    raise _StoppedError from None
                cause = cause.__cause__
            raise


app = typer.Typer(
    name="villain",
    cls=_Commands,
    help="Poker by reading the opponent. In poker talk the villain is the opponent.",
    epilog="Try: villain play · villain strength AdQc --board 3h4cJh · villain equity AhKh QQ+",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

app.command("strength", epilog=strength.EXAMPLES)(strength.command)
app.command("equity", epilog=equity.EXAMPLES)(equity.command)
app.command("evaluate", epilog=evaluate.EXAMPLES)(evaluate.command)
app.command("range", epilog=hand_range.EXAMPLES)(hand_range.command)
app.command("read", epilog=read.EXAMPLES)(read.command)
app.command("predict-cards", epilog=predict_cards.EXAMPLES)(predict_cards.command)
app.command("income", epilog=income.EXAMPLES)(income.command)
app.command("play", epilog=play.EXAMPLES)(play.command)
app.command("terminal", epilog=terminal_game.EXAMPLES)(terminal_game.command)
app.command("match", epilog=match.EXAMPLES)(match.command)
app.command("judge", epilog=judge.EXAMPLES)(judge.command)
app.command("tournament", epilog=tournament.EXAMPLES)(tournament.command)
app.command("reproduce", epilog=reproduce.EXAMPLES)(reproduce.command)
app.command("freezeout", epilog=freezeout.EXAMPLES)(freezeout.command)
app.command("dealer", epilog=dealer.EXAMPLES)(dealer.command)
app.command("connect", epilog=connect.EXAMPLES)(connect.command)
app.command("import", epilog=import_hands.EXAMPLES)(import_hands.command)
app.add_typer(store.app, name="store")
app.command("players", epilog=players.PLAYERS_EXAMPLES)(players.players_command)
app.command("profile", epilog=players.PROFILE_EXAMPLES)(players.profile_command)
app.command("predict", epilog=predict.EXAMPLES)(predict.command)
app.command("follow", epilog=follow.EXAMPLES)(follow.command)
app.command("learning", epilog=learning.EXAMPLES)(learning.command)
app.command("mine", epilog=mine.EXAMPLES)(mine.command)
app.command("hands", epilog=hands.EXAMPLES)(hands.command)
app.command("export", epilog=hands.EXPORT_EXAMPLES)(hands.export_command)
app.command("replay", epilog=replay.EXAMPLES)(replay.command)
app.command("agents", epilog=match.AGENT_EXAMPLES)(match.agents_command)
app.command("games", epilog=match.GAME_EXAMPLES)(match.games_command)
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
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ♠ gets a question mark
    stop_as_by_ctrl_c()
    try:
        sys.exit(app(arguments, standalone_mode=False) or 0)
    except VillainError as error:
        _stop(str(error), 2)
    except (KeyboardInterrupt, typer.Abort, _StoppedError):
        _stop("stopped", 130)
    except BrokenPipeError:  # the reader of our output went away, and nobody is left to tell
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except OSError as error:
        _stop(_of_your_own(error) or f"cannot write: {error.strerror}", 1)
    except Exception as error:
        message = getattr(error, "format_message", None)  # Typer's own: an option or an argument
        if message is None:
            if _of_your_own(error):
                _stop(_of_your_own(error), 1)
            raise
        _stop(f"{message().rstrip('.')}. Try --help." if message() else "", 2)


def _of_your_own(error: Exception) -> str:
    """What to say if it was a person's own class that failed; else nothing."""
    return f"a class of your own failed: {in_words(error)}" if place_of(error) else ""


def _stop(message: str, status: int) -> None:
    if message:
        print("villain: " + clean(" ".join(message.split())), file=sys.stderr)
    sys.exit(status)
