"""The ``villain`` command."""

import io
import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from villain import __version__
from villain.cli import (
    aivat,
    bench,
    check,
    clones,
    connect,
    dealer,
    equity,
    evaluate,
    exploit,
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
    realism,
    replay,
    reproduce,
    solve,
    store,
    strength,
    terminal_game,
    tournament,
)
from villain.cli.output import clean
from villain.errors import VillainError
from villain.outside import in_words, place_of
from villain.processes import is_stop, stop_as_by_ctrl_c, stop_status


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
            if is_stop(error):
                raise _StoppedError from None
            raise


app = typer.Typer(
    name="villain",
    cls=_Commands,
    help="Poker by reading the opponent. In poker talk the villain is the opponent.",
    epilog="Try: villain play · villain strength AdQc --board 3h4cJh · villain equity AhKh QQ+",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

_PLAY = "Play"
_AGENTS = "Agents and matches"
_OPPONENTS = "Reading opponents"
_HANDS = "Your hands"
_CARDS = "Cards"
_SOLVING = "Solving"
_PAPERS = "Papers and measuring"

for _name, _command, _examples, _panel in (
    ("play", play.command, play.EXAMPLES, _PLAY),
    ("terminal", terminal_game.command, terminal_game.EXAMPLES, _PLAY),
    ("games", match.games_command, match.GAME_EXAMPLES, _PLAY),
    ("agents", match.agents_command, match.AGENT_EXAMPLES, _AGENTS),
    ("match", match.command, match.EXAMPLES, _AGENTS),
    ("tournament", tournament.command, tournament.EXAMPLES, _AGENTS),
    ("freezeout", freezeout.command, freezeout.EXAMPLES, _AGENTS),
    ("judge", judge.command, judge.EXAMPLES, _AGENTS),
    ("exploit", exploit.command, exploit.EXAMPLES, _AGENTS),
    ("aivat", aivat.command, aivat.EXAMPLES, _AGENTS),
    ("dealer", dealer.command, dealer.EXAMPLES, _AGENTS),
    ("connect", connect.command, connect.EXAMPLES, _AGENTS),
    ("check", check.command, check.EXAMPLES, _AGENTS),
    ("read", read.command, read.EXAMPLES, _OPPONENTS),
    ("predict", predict.command, predict.EXAMPLES, _OPPONENTS),
    ("predict-cards", predict_cards.command, predict_cards.EXAMPLES, _OPPONENTS),
    ("follow", follow.command, follow.EXAMPLES, _OPPONENTS),
    ("learning", learning.command, learning.EXAMPLES, _OPPONENTS),
    ("realism", realism.command, realism.EXAMPLES, _OPPONENTS),
    ("clones", clones.command, clones.EXAMPLES, _OPPONENTS),
    ("mine", mine.command, mine.EXAMPLES, _OPPONENTS),
    ("import", import_hands.command, import_hands.EXAMPLES, _HANDS),
    ("hands", hands.command, hands.EXAMPLES, _HANDS),
    ("replay", replay.command, replay.EXAMPLES, _HANDS),
    ("players", players.players_command, players.PLAYERS_EXAMPLES, _HANDS),
    ("profile", players.profile_command, players.PROFILE_EXAMPLES, _HANDS),
    ("export", hands.export_command, hands.EXPORT_EXAMPLES, _HANDS),
    ("strength", strength.command, strength.EXAMPLES, _CARDS),
    ("equity", equity.command, equity.EXAMPLES, _CARDS),
    ("evaluate", evaluate.command, evaluate.EXAMPLES, _CARDS),
    ("range", hand_range.command, hand_range.EXAMPLES, _CARDS),
    ("income", income.command, income.EXAMPLES, _CARDS),
    ("solve", solve.command, solve.EXAMPLES, _SOLVING),
    ("reproduce", reproduce.command, reproduce.EXAMPLES, _PAPERS),
    ("bench", bench.command, bench.EXAMPLES, _PAPERS),
):
    app.command(_name, epilog=_examples, rich_help_panel=_panel)(_command)
app.add_typer(store.app, name="store", rich_help_panel=_HANDS)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"villain {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
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
        _stop("stopped", stop_status())
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
    """Words for a failure of a person's own class; empty if it was none."""
    return f"a class of your own failed: {in_words(error)}" if place_of(error) else ""


def _stop(message: str, status: int) -> None:
    if message:
        print("villain: " + clean(" ".join(message.split())), file=sys.stderr)
    sys.exit(status)
