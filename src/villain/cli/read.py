"""``villain read``: what an opponent may hold, after each of his actions."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from villain.cli.options import JsonOption
from villain.cli.output import check_picture, console, examples

if TYPE_CHECKING:
    from villain.cards.card import Card
    from villain.game.observation import Observation
    from villain.game.rules import Rules
    from villain.models.reading import SeatRange

EXAMPLES = examples(
    'villain read "f r f f f f f f c c / 3h4cJh: c r f c / 7d: c r c / 2s: c c"',
    'villain read "r6 c / 3h4cJh: c r10 c" --game nolimit --players 2 --hero 0 --hole AhKd',
    'villain read "r c / 3h4cJh: r r" --players 2 --seat 1 --plot range.png',
    "villain read --file hand.txt --model generic --json",
    "villain read --file hands.phhs --number 3 --plot range.png",
)
MOST_PLAYERS = 10
LISTED, FAINT = 10, 0.05
"""How many classes are listed, and below what share of the likeliest a class is only a dot."""


def command(
    text: Annotated[
        str,
        typer.Argument(
            metavar="HAND",
            help='Actions in turn: f, c, r or r20; streets as in "r c / 3h4cJh: c c / 7d: r".',
        ),
    ] = "",
    file: Annotated[
        Path | None,
        typer.Option(help="Read the hand from this file: typed, or a hand history of any kind."),
    ] = None,
    number: Annotated[int, typer.Option(help="Which hand of a hand history.")] = 1,
    game: Annotated[str, typer.Option(help="Hold'em: limit, nolimit, potlimit.")] = "limit",
    players: Annotated[int, typer.Option("--players", "-n", help="At the table, 2 to 10.")] = 10,
    seat: Annotated[
        int | None,
        typer.Option(
            help="Who is read: 0 speaks first after the flop, the last is the button. "
            "(default: the last who raised)"
        ),
    ] = None,
    hero: Annotated[int | None, typer.Option(help="The seat that reads.")] = None,
    hole: Annotated[str, typer.Option(help="The hero's cards, such as AhKd.")] = "",
    model: Annotated[
        str, typer.Option(help="The model that reads: specific, generic… Your own: file.py:Class.")
    ] = "specific",
    plot: Annotated[Path | None, typer.Option(help="Draw the ranges into this PNG.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Show what an opponent may hold after each of his actions, as 13×13 heat maps."""
    from villain.cards.combo import Combo
    from villain.errors import VillainError
    from villain.models.reading import read_seat
    from villain.models.registry import make_model

    check_picture(plot)
    reader = make_model(model)
    if bool(text.strip()) == (file is not None):
        raise VillainError('give a hand, such as "r c / 3h4cJh: c r", or --file; one of the two')
    if file is not None and _is_history(file):
        if hole:
            raise VillainError("a hand history has its own cards; leave --hole out")
        rules, who, views, name = _from_history(file, number, seat, hero)
    else:
        rules = _hold_em(game, players)
        _check_seats(rules, seat=seat, hero=hero)
        if hole and hero is None:
            raise VillainError(f"--hole {hole} belongs to nobody; say in which seat with --hero")
        cards = Combo.parse(hole, "hole").cards if hole else ()
        try:
            who, views = _observe(_read(file) if file else text, rules, seat, hero, cards)
        except VillainError as error:
            raise VillainError(f"{file}: {error}" if file else str(error)) from None
        name = f"seat {who}"
    if not reader.reads(rules):
        raise VillainError(f"model {model!r} does not read {rules.name}; try specific or generic")
    readings = read_seat(reader, views, who)
    title = f"what {name} may hold: {rules.name}, {rules.players} players, read by {model}"
    if as_json:
        _print_json(readings)
    else:
        _show(readings, title)
    if plot:
        from villain.papers.range_maps import draw_readings

        draw_readings(readings, title, plot)


def _hold_em(game: str, players: int) -> "Rules":
    from villain.errors import VillainError
    from villain.game.presets import find_game
    from villain.game.rules import Comparison
    from villain.game.script import STREETS

    if not 2 <= players <= MOST_PLAYERS:
        raise VillainError(f"{players} players; there should be 2 to {MOST_PLAYERS}")
    rules = find_game(game, players)
    if (
        rules.comparison is not Comparison.BEST_FIVE
        or rules.hole_cards != 2
        or rules.board_cards != tuple(STREETS.values())
        or len(rules.deck) < 52
    ):
        raise VillainError(f"{game} is not hold'em; choose limit, nolimit or potlimit")
    if rules.players != players:
        raise VillainError(f"{players} players; {game} is for {rules.players}")
    return rules


def _check_seats(rules: "Rules", **seats: int | None) -> None:
    from villain.errors import VillainError

    for option, seat in seats.items():
        if seat is not None and not 0 <= seat < rules.players:
            raise VillainError(f"--{option} {seat}; the seats are 0 to {rules.players - 1}")
    if seats["seat"] is not None and seats["seat"] == seats["hero"]:
        raise VillainError(
            f"seat {seats['seat']} is the hero's own; --seat should be an opponent's"
        )


def _observe(
    text: str, rules: "Rules", seat: int | None, hero: int | None, hole: "tuple[Card, ...]"
) -> "tuple[int, list[Observation]]":
    """The seat that is read, and what the hero saw; without a hero, what any opponent saw."""
    from villain.game.script import parse_script, play_script
    from villain.models.reading import last_aggressor

    streets = parse_script(text)
    if seat is None:
        seat = last_aggressor(play_script(streets, rules, hero=0), but=hero)
    if hero is None:
        hero = 1 if seat == 0 else 0
    return seat, list(play_script(streets, rules, hero=hero, hole=hole))


def _is_history(file: Path) -> bool:
    """True if a file holds hands of a known format, packed or not, by its beginning."""
    from villain.hands.files.archives import UnreadableFile
    from villain.hands.files.pieces import pieces

    if not file.is_file():
        return False
    first = next(pieces([file]), None)
    return first is not None and not isinstance(first, UnreadableFile) and bool(first.form)


def _from_history(
    file: Path, number: int, seat: int | None, hero: int | None
) -> "tuple[Rules, int, list[Observation], str]":
    """The rules of a hand of a file, who is read, what the hero saw, and the name of the first."""
    from villain.hands.store.finding import find_hand
    from villain.hands.views import views
    from villain.models.reading import last_aggressor

    history, _ = find_hand(f"{file}#{number}")
    rules = history.rules
    hero = history.origin.hero if hero is None else hero
    _check_seats(rules, seat=seat, hero=hero)
    if seat is None:
        seat = last_aggressor(iter(views(history, 0)), but=hero)
    if hero is None:
        hero = 1 if seat == 0 else 0
    return rules, seat, list(views(history, hero)), history.names[seat]


def _read(file: Path) -> str:
    from villain.errors import VillainError

    try:
        lines = file.read_text("utf-8-sig", errors="replace").splitlines()
    except FileNotFoundError:
        raise VillainError("there is no such file") from None
    except OSError as error:
        raise VillainError(f"it cannot be read: {error.strerror}") from None
    return " ".join(line for line in lines if not line.lstrip().startswith("#"))


def _print_json(readings: "list[SeatRange]") -> None:
    import json

    from villain.cards.combo import CLASSES
    from villain.game.script import NAMES

    rows: list[dict[str, Any]] = [
        {
            "seat": reading.event.seat,
            "action": reading.words,
            "street": NAMES[reading.street] if reading.street else "preflop",
            "board": [str(card) for card in reading.board],
            "classes": {str(hand): float(reading.shares[hand]) for hand in CLASSES},
        }
        for reading in readings
    ]
    print(json.dumps(rows, indent=2))


def _show(readings: "list[SeatRange]", title: str) -> None:
    import numpy as np

    from villain.cards.combo import CLASSES
    from villain.cards.range import CLASS_OF_COMBO, Range
    from villain.cli.hand_range import grid_of
    from villain.game.script import WHERE

    out = console()
    out.print(f"{title[0].upper()}{title[1:]}", markup=False)
    out.print("Small figures are tenths of the likeliest, dots less than half a tenth.")
    for reading in readings:
        board = " ".join(card.symbol for card in reading.board)
        out.print(f"\n[bold]{reading.event}[/] {WHERE[reading.street]}  {board}".rstrip())
        grid = reading.likelihoods.ravel()
        clear = np.where(grid < FAINT, 0.0, grid)
        out.print(grid_of(Range(clear[CLASS_OF_COMBO])), soft_wrap=True)
        shares = reading.shares
        best = np.argsort(-shares, kind="stable")[:LISTED]
        listed = ", ".join(f"{CLASSES[hand]} {shares[hand]:.1%}" for hand in best)
        out.print(f"most likely: {listed}", soft_wrap=True)
        possible = np.count_nonzero(reading.weights)
        out.print(f"half of the range is in {reading.combos_in(0.5):,} of {possible:,} combos")
