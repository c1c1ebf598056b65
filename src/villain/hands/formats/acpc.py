"""The logs of the Annual Computer Poker Competition: one ``STATE`` line a hand.

``STATE:7:r300c/cc/cc/cc:AcJs|3d2d/Kc5sQc/7d/2h:300|-300:Ann|Ben`` has the hand's number, the
betting, the cards, what everybody won, and the names; seats are as ours. In no-limit ``r300`` is
a raise to 300 over the whole hand, not over the street. The game is named or defined in comments at
the beginning of the log, or comes as the text of a game definition; without either the number of
players and the raises tell which of the competition's own games it is.

A line has no room for what is in `LOST` and `UNSAID`.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from villain.cards.card import DECK, Card, distinct
from villain.errors import NotationError, VillainError
from villain.game.actions import CALL, FOLD, Action, Legal, raise_to
from villain.game.deal import Deal
from villain.game.gamedef import read_gamedef
from villain.game.hand import Hand
from villain.game.presets import limit_holdem, no_limit_holdem
from villain.game.rules import Betting, Rules
from villain.hands.formats.acpc_writer import value, write
from villain.hands.formats.format import Block, Format, RefusedError
from villain.hands.hand_history import HandHistory, Origin

LOST = {
    "rules.name": "the rules are those of the game definition",
    "rules.free_folds": "that one may fold where a check is free, unless somebody does",
    "shown": "it becomes all who are left at the showdown and whose cards are known",
    "origin.site": "it becomes ACPC",
    "origin.time": "when the hand was played",
    "origin.zone": "and in which zone",
    "origin.table": "it becomes the name of the game",
    "origin.seats": "the numbers of the chairs",
    "origin.chairs": "how many chairs the table has",
    "origin.currency": "what the chips are worth",
    "origin.decimals": "whether the chips are cents",
    "origin.tournament": "the tournament",
    "origin.hero": "who wrote the hand down",
    "origin.fields": "the other fields of a PHH file",
}
"""Fields that a line does not carry, by name."""

UNSAID = (
    "The rules, stacks among them, are told by the game definition of the whole log: hands of "
    "other rules go into another log.",
    "An ante becomes everybody's blind.",
    "Refused are rake, pot-limit, dead chips, antes beside blinds, a least bet other than the big "
    "blind, cards that are known and mucked, numbers of hands that are not digits, and names with "
    "a colon or a bar.",
)
"""Changes to some hands, and refusals."""

LIMIT_2P, LIMIT_3P = "holdem.limit.2p.reverse_blinds", "holdem.limit.3p"
NOLIMIT_2P, NOLIMIT_3P = "holdem.nolimit.2p.reverse_blinds", "holdem.nolimit.3p"
GAMES: dict[str, Rules] = {
    LIMIT_2P: limit_holdem(2, small_bet=10, name=LIMIT_2P),
    LIMIT_3P: limit_holdem(3, small_bet=10, name=LIMIT_3P),
    NOLIMIT_2P: no_limit_holdem(2, big_blind=100, stack=20000, name=NOLIMIT_2P),
    NOLIMIT_3P: no_limit_holdem(3, big_blind=100, stack=20000, name=NOLIMIT_3P),
}
"""The competition's own games, by name."""

_NAMED = re.compile(r"([\w.-]{1,80})\.game(?!\S)")
_NUMBER = re.compile(r"\d{1,18}", re.ASCII)
_STREET = re.compile(r"(?:[fc]|r\d{0,12})*", re.ASCII)
_MOVE = re.compile(r"[fc]|r\d*", re.ASCII)
_VALUE = re.compile(r"-?\d{1,12}(?:\.\d{1,9})?", re.ASCII)
_CLOSE = Fraction(1, 10**6)
_SIMPLE = {"f": FOLD, "c": CALL}
_CARDS = {str(card): card for card in DECK}


def recognise(head: str) -> bool:
    """True if the first line that is no comment is a ``STATE``."""
    lines = [line for line in head.splitlines() if line.strip()]
    first = next((line for line in lines if not line.startswith("#")), "")
    return first.startswith("STATE:") or (not first and "name/game/hands/seed" in head)


def context_of(head: str) -> str:
    """The game in the comments: its definition, as our dealer has it, or its name, or nothing."""
    comments = [line for line in head.splitlines() if line.startswith("#")]
    defined = [line.removeprefix("#game ") for line in comments if line.startswith("#game ")]
    named = next(filter(None, map(_NAMED.search, comments)), None)
    return "\n".join(defined) or (named[1] if named else "")


def split(text: str, line: int) -> Iterator[Block]:
    """Every line is a hand, but for comments, blank lines and the final score."""
    for number, row in enumerate(text.split("\n"), line):
        row = row.strip()
        if row and not row.startswith(("#", "SCORE:")):
            yield Block(number, row)


def read(text: str, context: str = "") -> HandHistory:
    """Read one line; the context is the name of a game, or the text of a game definition."""
    fields = text.strip().split(":")
    if len(fields) != 6 or fields[0] != "STATE" or not _NUMBER.fullmatch(fields[1]):
        raise NotationError(
            f"{text[:60]!r} is no hand; write STATE:number:betting:cards:values:names"
        )
    refusal: VillainError | None = None
    for rules in _candidates(fields, context.strip()):
        try:
            return _read(fields, rules)
        except VillainError as error:
            refusal = refusal or error
    raise refusal or RefusedError("unknown game", "name the file of its definition")


def _candidates(fields: list[str], context: str) -> tuple[Rules, ...]:
    """The games that a line may be of; where nobody raises, its values have to tell."""
    if context:
        return (_game(context),)
    _, _, betting, _, _, names = fields
    players = names.count("|") + 1
    games = tuple(rules for rules in GAMES.values() if rules.players == players)
    if "r" in betting:
        sized = re.search(r"r\d", betting) is not None
        return tuple(rules for rules in games if sized is (rules.betting is Betting.NO_LIMIT))
    return games[::-1]


@lru_cache(maxsize=16)
def _game(context: str) -> Rules:
    if "GAMEDEF" in context:
        return read_gamedef(context)
    if context.removesuffix(".game") in GAMES:
        return GAMES[context.removesuffix(".game")]
    raise RefusedError(
        "unknown game", f"{context[:80]!r} is none of {', '.join(GAMES)}; give its definition"
    )


def _read(fields: list[str], rules: Rules) -> HandHistory:
    _, number, betting, cards, values, names = fields
    private, *public = cards.split("/")
    holes = tuple([read_cards(hole) for hole in private.split("|")])
    board = tuple([card for part in public for card in read_cards(part)])
    players = tuple(names.split("|"))
    if len(players) != rules.players or len(holes) != rules.players:
        raise RefusedError(
            "other game", f"{len(players)} names and {len(holes)} hands in {rules.name}"
        )
    if any(hole and len(hole) != rules.hole_cards for hole in holes):
        raise RefusedError("other game", f"{private[:60]!r} are no hands of {rules.hole_cards}")
    distinct([*board, *(card for hole in holes for card in hole)])
    if len(rules.deck) < len(DECK) and not {*board}.union(*holes) <= set(rules.deck):
        raise RefusedError("other game", f"{cards[:60]!r} are not all in the deck of {rules.name}")
    hand = Hand(rules, Deal(holes, board), players, check=False)
    actions = play_betting(hand, betting.split("/"))
    if hand.over:
        _check_values(hand, values.split("|"))
    left = [seat for seat, out in enumerate(hand.folded) if not out]
    shown = frozenset(seat for seat in left if holes[seat]) if len(left) > 1 else frozenset()
    origin = Origin(site="ACPC", number=number, table=rules.name)
    return HandHistory(rules, players, actions, holes, board, shown, origin=origin)


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards written without spaces, such as AsTd."""
    try:
        return tuple([_CARDS[text[at : at + 2]] for at in range(0, len(text), 2)])
    except KeyError:
        raise NotationError(f"{text[:40]!r} are no cards; write such as AsTd") from None


def play_betting(hand: Hand, streets: list[str]) -> tuple[Action, ...]:
    """Act as a line tells it; raises that are counted over the hand are then by street."""
    actions: list[Action] = []
    for number, street in enumerate(streets):
        if not _STREET.fullmatch(street):
            raise NotationError(f"{street[:60]!r} is no betting; write f, c, r or r300")
        for move in _MOVE.findall(street):
            if hand.seat is None or hand.legal is None or hand.street != number:
                raise RefusedError("out of turn", f"{move!r} on street {number} is nobody's turn")
            action = _SIMPLE.get(move) or _raise(hand, hand.seat, hand.legal, move[1:])
            hand.act(action)
            actions.append(action)
    if hand.street != len(streets) - 1:
        raise RefusedError("cut off", f"{len(streets)} streets of betting; there is one / for each")
    return tuple(actions)


def _raise(hand: Hand, seat: int, legal: Legal, to: str) -> Action:
    """A raise to so much over the whole hand; in limit there is but one, and no number."""
    limit = hand.rules.betting is Betting.LIMIT
    if limit is bool(to):
        wanted = "r" if limit else "r300"
        raise RefusedError("other game", f"{'r' + to!r} in {hand.rules.name}; write {wanted}")
    if limit:
        return raise_to(legal.least)
    return raise_to(int(to) - (hand.committed[seat] - hand.bets[seat]))


def _check_values(hand: Hand, stated: list[str]) -> None:
    """Raise unless everybody won what the line says; thirds of a chip are rounded."""
    due = hand.fair_payoffs
    if stated == [value(chips) for chips in due]:
        return
    right = len(stated) == len(due) and all(map(_VALUE.fullmatch, stated))
    if not right or any(abs(Fraction(a) - b) > _CLOSE for a, b in zip(stated, due, strict=True)):
        wins = "|".join(map(value, due))
        raise RefusedError("winnings differ", f"{wins} by the rules, {'|'.join(stated)[:80]} told")


FORMAT = Format(
    name="acpc",
    about="Annual Computer Poker Competition logs (STATE lines)",
    recognise=recognise,
    marks=(b"\nSTATE:",),
    split=split,
    read=read,
    write=write,
    context_of=context_of,
)
