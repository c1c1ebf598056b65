"""Reads and writes the game-definition files of the Annual Computer Poker Competition.

They number seats from 1, give every blind its seat, and have no antes: an ante is a blind that
everybody posts. Their numbers of raises do not count the big blind, nor do ours.
"""

from villain.errors import NotationError, VillainError
from villain.game.rules import UNLIMITED, Betting, Comparison, Rules

_NUMBERS = {
    "numplayers": "numPlayers",
    "numrounds": "numRounds",
    "stack": "stack",
    "blind": "blind",
    "raisesize": "raiseSize",
    "firstplayer": "firstPlayer",
    "maxraises": "maxRaises",
    "numsuits": "numSuits",
    "numranks": "numRanks",
    "numholecards": "numHoleCards",
    "numboardcards": "numBoardCards",
}
_ANY_NUMBER = 255  # what the competition's dealer takes for "no cap"


def read_gamedef(text: str, name: str = "acpc") -> Rules:
    """Read a game definition.

    >>> print(write_gamedef(read_gamedef(KUHN)) == KUHN)
    True
    """
    values, betting = _fields(text, name)
    needed = ["numPlayers", "numRounds", "blind"]
    if betting is Betting.LIMIT:
        needed.append("raiseSize")
    missing = [key for key in needed if not values.get(key)]
    if missing or betting is None:
        lacks = ", ".join(missing) if missing else "a line 'limit' or 'nolimit'"
        raise NotationError(f"game definition {name!r} lacks {lacks}")
    players, streets = values["numPlayers"][0], values["numRounds"][0]
    board = tuple(values.get("numBoardCards", [0] * streets))[:streets]
    holes = values.get("numHoleCards", [1])[0]
    raises = values.get("maxRaises", [_ANY_NUMBER] * streets)
    return Rules(
        name,
        players,
        blinds=tuple(values["blind"]),
        stacks=tuple(values.get("stack", [UNLIMITED] * players)),
        first=tuple(seat - 1 for seat in values.get("firstPlayer", [1] * streets)),
        betting=betting,
        bets=tuple(values["raiseSize"]) if betting is Betting.LIMIT else (),
        most_raises=tuple(n if n < _ANY_NUMBER else None for n in raises),
        ranks=values.get("numRanks", [13])[0],
        suits=values.get("numSuits", [4])[0],
        hole_cards=holes,
        board_cards=board,
        comparison=_comparison(holes, board),
    )


def _fields(text: str, name: str) -> tuple[dict[str, list[int]], Betting | None]:
    values: dict[str, list[int]] = {}
    betting: Betting | None = None
    ended = False
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split("#")[0].split()
        if not words or words == ["GAMEDEF"]:
            continue
        if words == ["END", "GAMEDEF"]:
            ended = True
            break
        if words[0].lower() in ("limit", "nolimit"):
            betting = Betting(words[0].lower())
            continue
        key, _, numbers = line.partition("=")
        known = _NUMBERS.get(key.strip().lower())
        try:
            if known is None:
                raise ValueError
            values[known] = [int(word) for word in numbers.split()]
            if not values[known]:
                raise ValueError
        except ValueError:
            raise NotationError(
                f"game definition {name!r}, line {number}: {line.strip()!r} cannot be read; "
                "a line is such as 'blind = 5 10 0'"
            ) from None
    if not ended:
        raise NotationError(f"game definition {name!r} has no line 'END GAMEDEF'; is it cut off?")
    return values, betting


def _comparison(hole_cards: int, board: tuple[int, ...]) -> Comparison:
    if hole_cards == 1:
        return Comparison.PAIR_OR_HIGH if sum(board) else Comparison.HIGH_CARD
    return Comparison.BEST_FIVE


def write_gamedef(rules: Rules) -> str:
    """Write a game definition; antes become part of everybody's blind where that says the same."""
    if rules.betting is Betting.POT_LIMIT or any(rules.dead) or (rules.ante and any(rules.blinds)):
        raise VillainError(
            f"a game definition cannot say {rules.name!r}: it has no pot-limit, and antes only "
            "where there are no blinds"
        )
    blinds = rules.blinds if not rules.ante else (rules.ante,) * rules.players
    lines = ["GAMEDEF", rules.betting.value]
    fields: dict[str, tuple[int, ...]] = {
        "numPlayers": (rules.players,),
        "numRounds": (rules.streets,),
    }
    if min(rules.stacks) < UNLIMITED:
        fields["stack"] = rules.stacks
    fields["blind"] = blinds
    if rules.betting is Betting.LIMIT:
        fields["raiseSize"] = rules.bets
    fields["firstPlayer"] = tuple(seat + 1 for seat in rules.first)
    if any(cap is not None for cap in rules.most_raises):
        fields["maxRaises"] = tuple(_ANY_NUMBER if n is None else n for n in rules.most_raises)
    fields["numSuits"] = (rules.suits,)
    fields["numRanks"] = (rules.ranks,)
    fields["numHoleCards"] = (rules.hole_cards,)
    fields["numBoardCards"] = rules.board_cards
    lines += [f"{key} = {' '.join(map(str, values))}" for key, values in fields.items()]
    return "\n".join([*lines, "END GAMEDEF", ""])


KUHN = """GAMEDEF
limit
numPlayers = 3
numRounds = 1
blind = 1 1 1
raiseSize = 1
firstPlayer = 1
maxRaises = 1
numSuits = 1
numRanks = 4
numHoleCards = 1
numBoardCards = 0
END GAMEDEF
"""
"""Kuhn poker for three, as an example."""
