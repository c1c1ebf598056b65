"""Hold'em hands as PokerStars writes them.

What is read back is the same hand, but for what is in `LOST` and `UNSAID`.
"""

import re
from collections import Counter
from itertools import pairwise

from villain.cards.card import show
from villain.game.events import Acted, Board, Won
from villain.game.hand import Hand
from villain.game.public_state import PublicState
from villain.game.rules import Betting, Rules, is_holdem
from villain.hands.formats.format import RefusedError
from villain.hands.formats.pokerstars.header import HEADER
from villain.hands.formats.pokerstars.posts import posts_of
from villain.hands.hand_history import HandHistory, Origin, uncalled, winnings
from villain.hands.money import SYMBOLS, to_amount

LOST = {
    "rules.name": "the rules are called by how much may be bet",
    "rules.most_raises": "a cap on the number of raises",
    "rules.free_folds": "that one may fold where a check is free, unless somebody does",
    "origin.site": "it becomes PokerStars",
    "origin.fields": "the other fields of a PHH file",
}
"""Fields that do not come back, by name."""

UNSAID = (
    "Cards that neither the hero held nor anybody showed are lost, unless their holder stayed to "
    "the showdown; so is a hero whose cards are not known.",
    "Parts of a second are lost, zones that are not up to five capital letters, and currencies "
    "that are not three.",
    "Chairs are numbered from 1 where the hand does not tell them, and money comes back in cents.",
    "In limit a small blind that is all-in for less comes back as half the big blind; an ante that "
    "nobody could pay in full comes back as the most that somebody paid.",
    "Refused are other games than hold'em, bets and blinds that PokerStars does not have, more "
    "than two decimals, and names and numbers that would be misread.",
)
"""Losses of some hands only, and refusals."""

LIMITS = {Betting.NO_LIMIT: "No Limit", Betting.POT_LIMIT: "Pot Limit", Betting.LIMIT: "Limit"}
STREETS = ("", "Flop", "Turn", "River")
SIGNS = {currency: sign for sign, currency in SYMBOLS.items()}


def write(history: HandHistory, hand: Hand) -> str:
    """Write a hand that has been replayed; refuses one that PokerStars' text cannot tell."""
    return "\n".join([*_Writer(history, hand).lines(), "", ""]) + "\n"


class _Writer:
    def __init__(self, history: HandHistory, hand: Hand) -> None:
        self.history, self.hand = history, hand
        self.rules, self.names, self.origin = history.rules, history.names, history.origin
        self.sign = SIGNS.get(self.origin.currency, "")
        self.chairs = _chairs(self.origin.seats, self.rules.players)
        self.due = winnings(hand)
        self.took = self.due if history.collected is None else history.collected
        self.left = [seat for seat, out in enumerate(hand.folded) if not out]
        self.folded_on: dict[int, int] = {}
        _check(history)
        self.small, self.big, self.posts = posts_of(self.rules)

    def lines(self) -> list[str]:
        """The whole hand."""
        return [
            *self._beginning(),
            *self._betting(),
            *self._ending(),
            *self._summary(),
        ]

    def _money(self, chips: int) -> str:
        return self.sign + to_amount(chips, self.origin.decimals, short=True)

    def _beginning(self) -> list[str]:
        origin, names = self.origin, self.names
        most = f" {origin.chairs}-max" if origin.chairs else ""
        lines = [
            _header(origin, self.rules, self.sign, (self.small, self.big)),
            f"Table '{origin.table}'{most} Seat #{self.chairs[-1]} is the button",
        ]
        by_chair = sorted(range(len(names)), key=self.chairs.__getitem__)
        lines += [
            f"Seat {self.chairs[seat]}: {names[seat]} "
            f"({self._money(self.rules.stacks[seat])} in chips)"
            for seat in by_chair
        ]
        left = list(self.rules.stacks)
        for seat, kind, chips in self.posts:
            left[seat] -= chips
            lines.append(f"{names[seat]}: posts {kind} {self._money(chips)}{_all_in(left[seat])}")
        lines.append("*** HOLE CARDS ***")
        hero = origin.hero
        if hero is not None and self.history.holes[hero]:
            lines.append(f"Dealt to {names[hero]} [{show(self.history.holes[hero])}]")
        return lines

    def _betting(self) -> list[str]:
        lines: list[str] = []
        state = PublicState(self.rules)
        for event in self.hand.events:
            board, current = state.board, state.current
            state.follow(event)
            if isinstance(event, Board):
                seen = f"[{show(board)}] " if board else ""
                name = STREETS[event.street].upper()
                lines.append(f"*** {name} *** {seen}[{show(event.cards)}]")
            elif isinstance(event, Acted):
                action = self._action(event, current)
                all_in = _all_in(state.stacks[event.seat]) if event.chips else ""
                lines.append(f"{self.names[event.seat]}: {action}{all_in}")
                if event.kind == "fold":
                    self.folded_on[event.seat] = state.street
                if len(state.line) == len(self.history.actions):
                    lines += self._uncalled()
        return lines if self.history.actions else [*self._uncalled(), *lines]

    def _action(self, event: Acted, current: int) -> str:
        if event.kind == "fold":
            return f"folds{self._cards(event.seat) if event.seat in self.history.shown else ''}"
        if event.kind == "call":
            return f"calls {self._money(event.chips)}" if event.chips else "checks"
        to = self._money(event.to)
        return f"raises {self._money(event.to - current)} to {to}" if current else f"bets {to}"

    def _cards(self, seat: int) -> str:
        hole = self.history.holes[seat]
        return f" [{show(hole)}]" if hole else ""

    def _uncalled(self) -> list[str]:
        back = uncalled(self.hand)
        if back is None:
            return []
        return [f"Uncalled bet ({self._money(back[1])}) returned to {self.names[back[0]]}"]

    def _ending(self) -> list[str]:
        """Lines of who shows, and of who collects which pot."""
        lines: list[str] = []
        shows = {seat: self._cards(seat) for seat in self.left if seat in self.history.shown}
        if len(self.left) > 1:
            lines.append("*** SHOW DOWN ***")
            for seat in self.left:
                what = f"shows{shows[seat]} ({self._words(seat)})" if shows.get(seat) else ""
                lines.append(f"{self.names[seat]}: {what or 'mucks hand'}")
        self.pots: Counter[int] = Counter()
        shares = [event for event in self.hand.events if isinstance(event, Won)]
        rake = [due - took for due, took in zip(self.due, self.took, strict=True)]
        sides = max((event.pot for event in shares), default=0)
        for seat, won, pot in shares:
            chips = max(won - rake[seat], 0)
            rake[seat] -= won - chips
            self.pots[pot] += chips
            if chips:
                name = _pot_name(pot, sides)
                lines.append(f"{self.names[seat]} collected {self._money(chips)} from {name}")
        if len(self.left) == 1:
            (seat,) = self.left
            what = f"shows{shows[seat]}" if shows.get(seat) else "doesn't show hand"
            lines.append(f"{self.names[seat]}: {what}")
        return lines

    def _words(self, seat: int) -> str:
        from villain.strength.hand_value import evaluate  # it takes a while to load

        return evaluate((*self.history.holes[seat], *self.history.board)).words

    def _summary(self) -> list[str]:
        total, sides = sum(self.due), len(self.pots) - 1
        names = [_pot_name(pot, sides).capitalize() for pot in sorted(self.pots)]
        parts = [
            f" {name} {self._money(self.pots[pot])}." for pot, name in enumerate(names) if sides
        ]
        rake = self._money(total - sum(self.took))
        lines = ["*** SUMMARY ***", f"Total pot {self._money(total)}{''.join(parts)} | Rake {rake}"]
        if self.history.board:
            lines.append(f"Board [{show(self.history.board)}]")
        for seat in sorted(range(self.rules.players), key=self.chairs.__getitem__):
            tag = " (button)" if seat == self.rules.players - 1 else ""
            for poster, kind, _ in self.posts:
                if poster == seat and kind in ("small blind", "big blind"):
                    tag += f" ({kind})"
            lines.append(f"Seat {self.chairs[seat]}: {self.names[seat]}{tag} {self._fate(seat)}")
        return lines

    def _fate(self, seat: int) -> str:
        if seat in self.folded_on:
            street = self.folded_on[seat]
            if street:
                return f"folded on the {STREETS[street]}"
            return "folded before Flop" + (
                "" if self.hand.committed[seat] > self.rules.ante else " (didn't bet)"
            )
        won = f"({self._money(self.took[seat])})"
        if len(self.left) == 1:
            return f"collected {won}"
        if seat not in self.history.shown or not self.history.holes[seat]:
            return f"mucked{self._cards(seat)}"
        result = f"won {won}" if self.took[seat] else "lost"
        return f"showed{self._cards(seat)} and {result} with {self._words(seat)}"


def _header(origin: Origin, rules: Rules, sign: str, blinds: tuple[int, int]) -> str:
    stakes = (rules.bets[0], rules.bets[2]) if rules.betting is Betting.LIMIT else blinds
    whole = bool(sign) and not any(chips % 10**origin.decimals for chips in stakes)
    stated = "/".join(sign + to_amount(chips, origin.decimals, short=whole) for chips in stakes)
    if re.fullmatch("[A-Z]{3}", origin.currency):
        stated += f" {origin.currency}"
    game = f"Hold'em {LIMITS[rules.betting]}"
    if origin.tournament:
        game = f"Tournament #{origin.tournament}, {game} - Level I"
    line = f"PokerStars Hand #{origin.number}:  {game} ({stated})"
    time = origin.time
    if time is not None:
        line += f" - {time:%Y/%m/%d} {time.hour}:{time:%M:%S}"
        line += f" {origin.zone}" if re.fullmatch("[A-Z]{1,5}", origin.zone) else ""
    return line


def _chairs(seats: tuple[int, ...], players: int) -> tuple[int, ...]:
    """The numbers of the chairs, if they go round the table; else from 1 on."""
    if len(seats) == players and all(0 < chair < 100 for chair in seats):
        steps = [(chair - seats[-1] - 1) % 100 for chair in seats]
        if all(one < other for one, other in pairwise(steps)):
            return seats
    return tuple(range(1, players + 1))


def _check(history: HandHistory) -> None:
    """Raise if a text would be misread, or the game is none of PokerStars'."""
    rules, origin = history.rules, history.origin
    if not is_holdem(rules) or rules.first[1:] != (0, 0, 0):
        raise RefusedError("cannot be written", f"{rules.name!r} is not hold'em")
    if rules.betting is Betting.LIMIT and rules.bets != (rules.bets[0],) * 2 + (rules.bets[2],) * 2:
        raise RefusedError("cannot be written", f"PokerStars has no bets {rules.bets}")
    if origin.decimals > 2:
        raise RefusedError("cannot be written", f"{origin.decimals} decimals; cents are two")
    for name in (*history.names, origin.table):
        if "\n" in name or "\r" in name or HEADER.match(name + ":") or len(name) > 200:
            raise RefusedError("cannot be written", f"the name {name[:60]!r}")
    if not re.fullmatch(r"[^\s:]{0,40}", origin.number):
        raise RefusedError("cannot be written", f"the number {origin.number[:60]!r}")
    if not re.fullmatch(r"[^,(){}\r\n]{0,40}", origin.tournament):
        raise RefusedError("cannot be written", f"the tournament {origin.tournament[:60]!r}")


def _all_in(left: int) -> str:
    return "" if left else " and is all-in"


def _pot_name(pot: int, sides: int) -> str:
    if not sides:
        return "pot"
    if not pot:
        return "main pot"
    return "side pot" if sides == 1 else f"side pot-{pot}"
