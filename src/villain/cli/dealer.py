"""``villain dealer``: a dealer of the competition's protocol, for any bots."""

import signal
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from villain.cli.options import DeckSeedOption, GameOption, HostOption, JsonOption
from villain.cli.output import check_writable, clean, examples, print_json, say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from villain.wire.match_log import MatchOutcome, Writer

EXAMPLES = examples(
    "villain dealer --game limit --hands 1000 --seed 3 --ports 18741,18742",
    "villain dealer --game holdem.nolimit.3p.game --names Ann,Ben,Cid --log match.log",
    "villain dealer --hands 100 --response-time 2 --transcript match.transcript --json",
)


def command(
    game: GameOption = "limit",
    hands: Annotated[int, typer.Option(help="How many hands.")] = 1000,
    seed: DeckSeedOption = None,
    ports: Annotated[
        str,
        typer.Option(
            help="One for each seat, such as 18741,18742. (default: free ones are printed)"
        ),
    ] = "",
    names: Annotated[
        str, typer.Option(help="The players by port, such as Ann,Ben. (default: player1, …)")
    ] = "",
    host: HostOption = "127.0.0.1",
    wait: Annotated[float, typer.Option(help="Seconds that everybody has to connect.")] = 120.0,
    response_time: Annotated[float, typer.Option(help="Seconds for one response.")] = 600.0,
    hand_time: Annotated[float, typer.Option(help="Seconds for a whole hand.")] = 600.0,
    average_time: Annotated[
        float, typer.Option(help="Seconds for a hand, averaged over the match.")
    ] = 7.0,
    log: Annotated[Path | None, typer.Option(help="Also write the log into this file.")] = None,
    transcript: Annotated[
        Path | None, typer.Option(help="Write every line sent and received into this file.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Deal a match to bots that speak the competition's protocol, and print its log.

    Nobody knows the seed before the end; the log begins with its hash (BLAKE2b), so that all can
    check that it was not changed. The same seed with the names in another order is the duplicate
    of a match, whose cards are known by then to whoever has read the first log.
    """
    import asyncio
    from contextlib import ExitStack, closing

    from villain.errors import VillainError
    from villain.game.chance import check_seed
    from villain.wire.match_log import MatchLog
    from villain.wire.setup import SECRET, Setup, TimeLimits, find_rules
    from villain.wire.sockets import deal_on_sockets

    try:
        doors = tuple(int(port) for port in ports.split(",") if port.strip())
    except ValueError:
        raise VillainError(f"{ports!r} are no ports; write such as 18741,18742") from None
    seats = [name.strip() for name in names.split(",")] if names else []
    rules = find_rules(game, len(seats) or max(2, len(doors)))
    seats = seats or [f"player{number + 1}" for number in range(rules.players)]
    limits = TimeLimits(response_time, hand_time, average_time)
    title = log.stem.replace(" ", "_") if log else ""
    drawn = SECRET if seed is None else check_seed(seed)
    setup = Setup(rules, tuple(seats), hands, drawn, limits, title)
    check_writable(log, transcript)
    if log and transcript and log.resolve() == transcript.resolve():
        raise VillainError(f"{str(log)!r} cannot be both the log and the transcript")
    with ExitStack() as stack:
        files = {
            path: stack.enter_context(closing(_LogFile(path))) for path in (log, transcript) if path
        }
        logs: list[Writer] = [] if as_json else [_print]
        if log:
            logs.append(files[log].write)
        record = MatchLog(setup, logs, files[transcript].write if transcript else None)

        def announce(opened: tuple[int, ...]) -> None:
            for name, port in zip(setup.names, opened, strict=True):
                say(f"# {name} connects to {host} {port}", to_errors=as_json)
            if not setup.secret:
                say(f"# seed {seed} is public: whoever knows it knows the cards")

        async def deal() -> None:
            with _ended_by_signals() as signals:
                try:
                    await deal_on_sockets(
                        setup, record, host=host, ports=doors, wait=wait, announce=announce
                    )
                except asyncio.CancelledError:
                    if not signals:  # it was Ctrl-C, which asyncio.run tells by itself
                        raise
                    say("villain: stopped")
                    raise typer.Exit(128 + signals[0]) from None

        try:
            asyncio.run(deal())
        finally:  # after Ctrl-C there is an outcome, too
            if as_json and record.outcome is not None:
                _show(record.outcome)
    if isinstance(record.trouble, BrokenPipeError):
        raise record.trouble
    outcome = record.outcome
    if outcome is not None and (outcome.stopped or record.trouble):
        why = outcome.stopped or record.complaint
        say(f"villain: the match was stopped: {why}")
        raise typer.Exit(1)


@contextmanager
def _ended_by_signals() -> "Iterator[list[int]]":
    """Cancel this task when the system wants us to end, as Ctrl-C does; gives what it has sent.

    Who has started us under ``nohup`` does not want to be ended with his terminal.
    """
    import asyncio

    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    received: list[int] = []

    def end(number: int) -> None:
        received.append(number)
        task.cancel()

    numbers = [getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP")]
    wanted = [one for one in numbers if one and signal.getsignal(one) is not signal.SIG_IGN]
    with suppress(NotImplementedError):  # Windows has none
        for number in wanted:
            loop.add_signal_handler(number, end, number)
    try:
        yield received
    finally:
        with suppress(NotImplementedError):
            for number in wanted:
                loop.remove_signal_handler(number)


def _print(text: str) -> None:
    print(clean(text, lines=True), end="", flush=True)


class _LogFile:
    """A file in which every line is kept at once, with its own end of line.

    It is begun with the first line, so that a match which cannot begin leaves an older one alone.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: TextIO | None = None

    def write(self, text: str) -> None:
        try:
            if self._file is None:
                self._file = self._path.open("w", encoding="utf-8", newline="", buffering=1)
            self._file.write(text)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self._path)) from None

    def close(self) -> None:
        if self._file is not None:
            with suppress(OSError):  # what could not be written has been told
                self._file.close()


def _show(outcome: "MatchOutcome") -> None:
    setup = outcome.setup
    print_json(
        {
            "game": setup.rules.name,
            "hands": setup.hands,
            "played": len(outcome.payoffs),
            "seed": setup.seed,
            "score": {
                name: float(chips) for name, chips in zip(setup.names, outcome.score, strict=True)
            },
            "stopped": outcome.stopped or None,
        }
    )
