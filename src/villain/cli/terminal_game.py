"""``villain terminal``: a game at the terminal."""

from typing import TYPE_CHECKING, Annotated

import typer

from villain.cli.options import GameOption
from villain.cli.output import console, examples, many, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from villain.arena.live_table import LiveTable
    from villain.cards.card import Card
    from villain.game.actions import Action
    from villain.game.observation import Observation

EXAMPLES = examples(
    "villain terminal",
    "villain terminal raise random call --game limit",
    "villain terminal my_agent.py:MyAgent --hands 20 --seed 3",
)
PATIENCE = 10.0
"""Seconds that an agent may think."""
_COLOURS = ("green", "blue", "red", "bold")  # clubs, diamonds, hearts, spades


class _Quit(Exception):  # noqa: N818
    """The person leaves the table."""


def command(
    opponents: Annotated[
        list[str] | None,
        typer.Argument(help="Agents; see villain agents. (default: four persons and an expert)"),
    ] = None,
    game: GameOption = "nolimit",
    hands: Annotated[
        int | None, typer.Option(help="Stop after this many. (default: never)")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Repeats the cards. (default: any)")] = None,
) -> None:
    """Play against agents at the terminal. F, C and R act; ? tells the odds; Q leaves."""
    from villain.arena.live_table import LiveTable
    from villain.arena.seating import distinct_names
    from villain.errors import VillainError
    from villain.game.chance import check_seed, fresh_seed
    from villain.game.presets import find_game

    seed = fresh_seed() if seed is None else check_seed(seed)
    specs = tuple(opponents or _usual_table(seed))
    rules = find_game(game, len(specs) + 1)
    if rules.players != len(specs) + 1:
        raise VillainError(f"{len(specs)} opponents for {rules.players - 1} seats of {rules.name}")
    if hands is not None and hands < 1:
        raise VillainError("there should be one hand or more")
    names = distinct_names(("you", *map(_name, specs)))
    table = LiveTable(rules, names, (None, *specs), seed=seed, patience=PATIENCE)
    out = console()
    _introduce(out, names[1:], specs)
    won, played = 0, 0
    try:
        while hands is None or played < hands:
            table.deal()
            out.rule(f"hand {table.number}")
            _play_hand(out, table)
            assert table.hand.payoffs is not None
            payoff = table.hand.payoffs[table.seat_of(0)]
            won += payoff
            played += 1
            out.print(f"[bold]you {_chips(payoff)}[/]; so far {_chips(won)}\n")
    except _Quit:
        out.print()
    if played:
        each = won / rules.big_blind / played
        out.print(f"{many(played, 'hand')}, {_chips(won)} chips, {each:+.2f} big blinds a hand")


def _usual_table(seed: int) -> list[str]:
    """Four persons and the expert, in an order drawn by the seed."""
    from villain.agents.cast import line_up
    from villain.game.chance import stream

    usual = line_up(5)
    return [usual[place] for place in stream(seed, 3).permutation(len(usual))]


def _name(spec: str) -> str:
    """The name of one of the cast, of a clone that of the player; of others what was written.

    >>> _name("person:style=nit"), _name("person:like=Ann,store=poker"), _name("loki:bpm")
    ('Rosa', 'Ann', 'loki:bpm')
    """
    from villain.agents.cast import LIKE, character_of

    character = character_of(spec)
    if character:
        return character.name
    return spec.removeprefix(LIKE).partition(",")[0] if spec.startswith(LIKE) else spec


def _introduce(out: "Console", names: "Sequence[str]", specs: "Sequence[str]") -> None:
    """Say who of the cast sits at the table."""
    from villain.agents.cast import character_of

    for name, spec in zip(names, specs, strict=True):
        character = character_of(spec)
        if character:
            out.print(f"{name:7} {character.about}", markup=False, highlight=False)


def _chips(number: int) -> str:
    return f"{number:+,}"


def _play_hand(out: "Console", table: "LiveTable") -> None:
    hand, place, count = table.hand, table.seat_of(0), 0
    while hand.seat is not None:
        count = _print_events(out, hand.observation(place), count)
        table.act(_ask(out, hand.observation(place)) if hand.seat == place else table.choose())
        for fault in table.faults:
            out.print(f"  {fault.agent} failed: {fault.reason}", markup=False)
        table.faults.clear()
    _print_events(out, hand.observation(place), count)


def _print_events(out: "Console", seen: "Observation", since: int) -> int:
    """Say what has happened after the first events; return how many there are by now."""
    from villain.game import Board, Dealt, Shown

    for event in seen.events[since:]:
        if isinstance(event, Dealt):
            continue
        if isinstance(event, Board):
            out.print(f"  [bold]{_drawn(event.cards)}[/]")
            continue
        name = seen.names[event.seat]
        if isinstance(event, Shown):
            verb = "show" if name == "you" else "shows"
            value = _value(seen, event.cards)
            out.print(f"  {plain(name)} {verb} {_drawn(event.cards)}{value}")
        else:
            out.print("  " + _words(str(event), event.seat, name), markup=False)
    return len(seen.events)


def _value(seen: "Observation", cards: "tuple[Card, ...]") -> str:
    """The value of a shown hand in words, where it is a hold'em hand."""
    from villain.game.rules import Comparison

    if seen.rules.comparison is not Comparison.BEST_FIVE or len(seen.board) < 5:
        return ""
    from villain.strength import evaluate

    return f", {evaluate((*cards, *seen.board)).words}"


def _words(text: str, seat: int, name: str) -> str:
    """An event with a name for the seat: *seat 2 calls 10*, *you call 10*."""
    before, _, after = text.partition(f"seat {seat}")
    if name == "you" and after:
        verb, _, rest = after.strip().partition(" ")
        after = f" {verb[:-1] if verb.endswith('s') else verb} {rest}".rstrip()
    return before + name + after


def _drawn(cards: "tuple[Card, ...]") -> str:
    return " ".join(f"[{_COLOURS[card.suit]}]{card.symbol}[/]" for card in cards)


def _ask(out: "Console", seen: "Observation") -> "Action":
    """Show the spot and read an action; ask again until it is one."""
    from villain.errors import VillainError
    from villain.game.actions import CALL, FOLD, Action, raise_to

    words = {"f": FOLD, "fold": FOLD, "c": CALL, "call": CALL, "k": CALL, "check": CALL, "": CALL}
    legal = seen.legal
    assert legal is not None
    board = f"   board {_drawn(seen.board)}" if seen.board else ""
    out.print(
        f"\n  your hand {_drawn(seen.hole)}{board}   pot {seen.pot:,}   "
        f"behind you {seen.stacks[seen.seat]:,}"
    )
    keys = ["F fold"] if legal.fold else []
    keys.append(f"C call {legal.call:,}" if legal.call else "C check")
    if legal.can_raise:
        sizes = "" if legal.least == legal.most else f"–{legal.most:,}"
        keys += [f"R raise to {legal.least:,}{sizes}"]
        keys += ["P pot", "A all-in"] if sizes else []
    prompt = "  " + " · ".join([*keys, "? odds", "Q quit"]) + " > "
    while True:
        try:
            word = out.input(prompt, markup=False).strip().lower()
        except (EOFError, RuntimeError, ValueError):  # the input ended, or was never there
            raise _Quit from None
        if word in ("q", "quit"):
            raise _Quit
        if word in ("?", "o", "odds"):
            _odds(out, seen)
            continue
        try:
            if word in ("r", "b") and legal.can_raise:
                action = raise_to(legal.least)
            elif word in ("p", "a") and legal.can_raise:
                pot = seen.bets[seen.seat] + 2 * legal.call + seen.pot
                wanted = legal.most if word == "a" else pot
                action = raise_to(min(max(wanted, legal.least), legal.most))
            else:
                action = words[word] if word in words else Action.parse(word)
        except VillainError:
            out.print(f"  {word!r}? One of the keys above, or a raise such as r 20", markup=False)
            continue
        if legal.allows(action) and not (word in ("", "k", "check") and legal.call):
            return action
        out.print(f"  not now: you may {legal}", markup=False)


def _odds(out: "Console", seen: "Observation") -> None:
    """Pot odds, and in hold'em the equity against as many random hands."""
    from villain.game.rules import Comparison
    from villain.hands.steps import to_win

    assert seen.legal is not None
    call = seen.legal.call
    if call:
        stacks = zip(seen.rules.stacks, seen.stacks, strict=True)
        pot = to_win(call, seen.seat, [before - now for before, now in stacks])
        out.print(f"  {call:,} to win {pot:,}: it pays with an equity of {call / (pot + call):.0%}")
    if seen.rules.comparison is Comparison.BEST_FIVE:
        from villain.cards.combo import Combo
        from villain.strength import equity

        rivals = min(seen.folded.count(False) - 1, 9)
        hands = [str(Combo.of(*seen.hole)), *["random"] * rivals]
        share = equity(hands, seen.board, samples=20_000).shares[0]
        others = "a random hand" if rivals == 1 else f"{rivals} random hands"
        out.print(f"  your equity against {others} is {share:.0%}")
