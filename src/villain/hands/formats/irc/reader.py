"""The IRC poker database: limit hold'em of the nineties, as `irc_join` brings it together.

A hand is a line of ``hdb``, one of ``hroster``, and a line of ``pdb`` for each player with his
letters: ``B`` blind, ``f`` fold, ``k`` check, ``b`` bet, ``c`` call, ``r`` raise, ``A`` all-in,
``Q`` quits, ``K`` is kicked. In what order they came follows from the rules: the hand is played,
and taken only if it comes to the pots, the chips and the winnings that were recorded.

Two customs of the place: heads-up the small blind speaks first on every street, and where there is
no small blind the first position posts the big one. Nobody counts raises, and many folded where a
check was free.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

from villain.cards.card import DECK, distinct
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.deal import Deal
from villain.game.hand import Hand
from villain.game.presets import limit_holdem
from villain.game.rules import Rules
from villain.hands.formats.format import Block, Format, RefusedError
from villain.hands.formats.irc.lines import (
    IrcPlayer,
    IrcSummary,
    kind_of_file,
    kind_of_line,
    parse_player,
    parse_roster,
    parse_summary,
)
from villain.hands.hand_history import (
    MOST_PLAYERS,
    NEEDLESS_CHECK,
    HandHistory,
    Origin,
    needless_check,
    uncalled,
    winnings,
)

__all__ = ["FORMAT", "kind_of_file"]

BIG_BLIND = 10
"""The big blind of a hand that does not state it; the small blind is half of it."""

UNUSUAL = frozenset("AQK")
GONE = frozenset("QK")


def recognise(head: str) -> bool:
    """True if a text begins like joined hands, or like one of the three files."""
    return kind_of_line(head.lstrip().partition("\n")[0]) is not None


def split(text: str, line: int) -> Iterator[Block]:
    """Cut at blank lines, and before each line of ``hdb``."""
    rows: list[str] = []
    start = line
    for number, row in enumerate(text.split("\n"), line):
        blank = not row.strip()
        if rows and (blank or kind_of_line(row) == "hdb"):
            yield Block(start, "\n".join(rows))
            rows = []
        if not blank:
            start = start if rows else number
            rows.append(row.rstrip())
    if rows:
        yield Block(start, "\n".join(rows))


def read(text: str, context: str = "") -> HandHistory:  # noqa: ARG001
    """Read one hand, and play it to find the order of its actions."""
    summary, players = _read_lines(text)
    try:
        game = _Game(summary, players)
        game.play()
        unseen = game.unseen()
        if unseen:
            game = _Game(summary, players, unseen)
            game.play()
        collected = game.check()
    except RefusedError as error:
        if any(UNUSUAL & set("".join(player.letters)) for player in players):
            raise RefusedError("all-in, quit or kick", str(error)) from None
        raise
    return HandHistory(
        rules=replace(game.hand.rules, free_folds=game.free_folds),
        names=game.hand.names,
        actions=tuple(game.actions),
        holes=tuple(player.cards for player in players),
        board=summary.board,
        shown=frozenset(seat for seat, player in enumerate(players) if player.cards),
        collected=collected,
        origin=Origin(
            site="IRC",
            number=summary.stamp,
            time=datetime.fromtimestamp(int(summary.stamp), UTC).replace(tzinfo=None),
            zone="UTC",
            table=summary.series,
        ),
        notes=game.notes,
    )


def _read_lines(text: str) -> tuple[IrcSummary, list[IrcPlayer]]:
    """The lines of a hand, if they are all there and belong together."""
    first, *rows = text.strip().split("\n")
    if kind_of_line(first) != "hdb":
        raise RefusedError("the hand's line is missing", f"{first[:60]!r} is no line of hdb")
    summary = parse_summary(first)
    if not 2 <= summary.players <= MOST_PLAYERS:
        raise RefusedError("not 2 to 12 players", f"{summary.players} were dealt cards")
    if not rows or kind_of_line(rows[0]) != "hroster":
        raise RefusedError("the roster is missing", f"hand {summary.stamp} has no line of hroster")
    stamp, names = parse_roster(rows[0])
    players = [parse_player(row) for row in rows[1 : MOST_PLAYERS + 2]]
    players.sort(key=lambda player: player.position)
    missing = set(names) - {player.name for player in players}
    if missing:
        raise RefusedError("a player's line is missing", f"there is none of {min(missing)!r}")
    ours = (summary.players, summary.stamp)
    if (
        (len(names), stamp) != ours
        or [(player.players, player.stamp) for player in players] != [ours] * len(names)
        or [player.position for player in players] != list(range(1, len(names) + 1))
    ):
        raise RefusedError("the lines do not fit together", f"hand {summary.stamp}")
    return summary, players


def _rules(players: list[IrcPlayer]) -> Rules:
    """The rules of a hand; folding is always free here, as those who quit do not ask."""
    count = len(players)
    posted = [seat for seat, player in enumerate(players) if player.posts]
    if posted not in ([0], [0, 1]):
        raise RefusedError("no blinds", "the first position should post, alone or with the second")
    if min(player.stack for player in players) < 1:
        raise RefusedError("a player without chips")
    amounts = [players[seat].blind for seat in posted]
    big = amounts[-1] or (2 * amounts[0] if len(posted) == 2 else 0) or BIG_BLIND
    blinds = (amounts[0] or big // 2, big) if len(posted) == 2 else (big, 0)
    return replace(
        limit_holdem(count, small_bet=big, name="irc"),
        blinds=(*blinds, *(0,) * (count - 2)),
        stacks=tuple(player.stack for player in players),
        first=(len(posted) % count, 0, 0, 0),
        most_raises=(None, None, None, None),
        free_folds=True,
    )


class _Game:
    """A hand being played from everybody's letters."""

    def __init__(
        self, summary: IrcSummary, players: list[IrcPlayer], unseen: frozenset[int] = frozenset()
    ) -> None:
        self.summary, self.players = summary, players
        self.actions: list[Action] = []
        self.pots: list[int] = []
        self.acted: set[int] = set()
        self.free_folds = False
        self.notes: tuple[str, ...] = ()
        self.letters = [[list(letters) for letters in player.played] for player in players]
        holes = tuple(player.cards for player in players)
        known = distinct([*summary.board, *(card for hole in holes for card in hole)])
        # Too short a board shows in the end; until then any cards will do.
        rest = tuple(card for card in DECK if card not in known)
        self.hand = Hand(
            _rules(players),
            Deal(holes, (*summary.board, *rest)[:5]),
            tuple(player.name for player in players),
            check=False,
            unseen=unseen,
        )

    def play(self) -> None:
        """Let everybody whose turn it is take his next letter, to the end of the hand."""
        hand = self.hand
        while hand.seat is not None:
            street = hand.street
            action = self._next_action(hand.seat)
            self.actions.append(action)
            self.acted.add(street)
            hand.act(action)
            self.pots += [_pot(hand)] * (hand.street - street)
        for seat, (name, streets) in enumerate(zip(hand.names, self.letters, strict=True)):
            left = "".join(letter for letters in streets for letter in letters)
            if left == "k" and needless_check(hand, seat):
                self.notes = (NEEDLESS_CHECK,)
            elif set(left) - GONE:
                raise RefusedError("actions do not fit", f"{name!r} has {left!r} left in the end")

    def _next_action(self, seat: int) -> Action:
        street, legal = self.hand.street, self.hand.legal
        assert legal is not None
        letters = self.letters[seat][street]
        gone = any(GONE & set(earlier) for earlier in self.letters[seat][:street])
        letter = letters.pop(0) if letters else "Q" if gone else ""
        everything = self.hand.bets[seat] + self.hand.stacks[seat]
        if letter == "f" or letter in GONE:
            self.free_folds |= legal.call == 0
            return FOLD
        if letter == "k" and not legal.call:
            return CALL
        if letter == "c" and legal.call:
            return CALL
        if letter == "A" and legal.call == self.hand.stacks[seat]:
            return CALL
        if legal.can_raise and (
            letter == ("r" if max(self.hand.bets) else "b")
            or (letter == "A" and legal.least == everything)
        ):
            return raise_to(legal.least)
        name = self.hand.names[seat]
        raise RefusedError(
            "actions do not fit", f"{name!r} has {letter!r} on street {street} (0 to 3) for {legal}"
        )

    def unseen(self) -> frozenset[int]:
        """Those who won at the showdown with cards that are not recorded."""
        hand, back = self.hand, uncalled(self.hand)
        if hand.folded.count(False) == 1:
            return frozenset()
        return frozenset(
            seat
            for seat, player in enumerate(self.players)
            if player.won > (back[1] if back and back[0] == seat else 0)
            and not player.cards
            and not hand.folded[seat]
        )

    def check(self) -> tuple[int, ...]:
        """Raise unless all is as recorded; give what everybody collected."""
        hand, summary = self.hand, self.summary
        pots = [*self.pots, *(0,) * (3 - len(self.pots)), _pot(hand)]
        for street, recorded in enumerate(summary.pots, 1):
            # Where all but one were all-in, nobody acted and the pot was not always written down.
            skipped = recorded == 0 and street not in self.acted and street < 4
            if recorded != pots[street - 1] and not skipped:
                raise RefusedError("pots differ", f"{pots} by the rules, and {list(summary.pots)}")
        if len(hand.board) != len(summary.board):
            raise RefusedError(
                "the board does not fit", f"{len(summary.board)} cards, not {len(hand.board)}"
            )
        back = [0] * len(self.players)
        for seat, chips in [uncalled(hand) or (0, 0)]:
            back[seat] = chips
        put = [chips + more for chips, more in zip(hand.committed, back, strict=True)]
        if put != [player.put for player in self.players]:
            raise RefusedError("chips differ", f"they put in {put} by the rules")
        took = tuple(p.won - chips for p, chips in zip(self.players, back, strict=True))
        if took != winnings(hand):
            raise RefusedError("winnings differ", f"{winnings(hand)} by the rules, and {took}")
        return took


def _pot(hand: Hand) -> int:
    """The chips in the middle; here a bet that nobody called is among them."""
    return sum(hand.committed) + (uncalled(hand) or (0, 0))[1]


FORMAT = Format(
    name="irc",
    about="IRC poker database (hdb, hroster and pdb files)",
    recognise=recognise,
    marks=(b"\n\n", b"\n\r\n"),
    split=split,
    read=read,
)
