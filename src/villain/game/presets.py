"""The games that this project plays."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from villain.errors import VillainError
from villain.game.gamedef import read_gamedef
from villain.game.rules import UNLIMITED, Betting, Comparison, Rules


def limit_holdem(
    players: int = 2,
    *,
    small_bet: int = 2,
    small_blind: int | None = None,
    stack: int = UNLIMITED,
    raises: tuple[int, ...] = (3, 4, 4, 4),
    name: str = "limit",
) -> Rules:
    """Limit hold'em for two to twelve: bets double on the turn, the blinds are half and one bet.

    loki's $2/$4 is ``limit_holdem(10, small_bet=2)``, poki's $10/$20 ``small_bet=10``; the
    competition plays 5/10 blinds with ``small_bet=10``.
    """
    _check_players(players, 12)
    blind = small_bet // 2 if small_blind is None else small_blind
    return Rules(
        name,
        players,
        blinds=_blinds(players, blind, small_bet),
        stacks=(stack,) * players,
        first=_first(players),
        betting=Betting.LIMIT,
        bets=(small_bet, small_bet, 2 * small_bet, 2 * small_bet),
        most_raises=raises,
    )


def no_limit_holdem(
    players: int = 2, *, big_blind: int = 2, stack: int = 200, ante: int = 0, name: str = "nolimit"
) -> Rules:
    """No-limit hold'em for two to ten, a hundred big blinds deep unless told otherwise."""
    _check_players(players, 10)
    return Rules(
        name,
        players,
        blinds=_blinds(players, big_blind // 2, big_blind),
        stacks=(stack,) * players,
        first=_first(players),
        ante=ante,
    )


def pot_limit_holdem(players: int = 2, *, big_blind: int = 2, stack: int = 200) -> Rules:
    """Pot-limit hold'em for two to ten."""
    _check_players(players, 10)
    return Rules(
        "potlimit",
        players,
        blinds=_blinds(players, big_blind // 2, big_blind),
        stacks=(stack,) * players,
        first=_first(players),
        betting=Betting.POT_LIMIT,
    )


def kuhn(players: int = 2) -> Rules:
    """Kuhn poker: one card each out of one more than there are players, one bet, no raise."""
    _check_players(players, 12)
    return Rules(
        "kuhn",
        players,
        blinds=(0,) * players,
        stacks=(2,) * players,
        first=(0,),
        betting=Betting.LIMIT,
        bets=(1,),
        most_raises=(1,),
        ante=1,
        ranks=players + 1,
        suits=1,
        hole_cards=1,
        board_cards=(0,),
        comparison=Comparison.HIGH_CARD,
    )


def leduc(players: int = 2) -> Rules:
    """Leduc hold'em: two suits, one card each and one on the board, bets of 2 and 4."""
    _check_players(players, 10)
    return Rules(
        "leduc",
        players,
        blinds=(0,) * players,
        stacks=(UNLIMITED,) * players,
        first=(0, 0),
        betting=Betting.LIMIT,
        bets=(2, 4),
        most_raises=(2, 2),
        ante=1,
        ranks=players + 1,
        suits=2,
        hole_cards=1,
        board_cards=(0, 1),
        comparison=Comparison.PAIR_OR_HIGH,
    )


def one_card(players: int = 4, *, stack: int = 10, free_folds: bool = False) -> Rules:
    """Baker's one-card poker: ten cards, an ante of one, bets of one chip, no cap on raises."""
    _check_players(players, 10)
    return Rules(
        "onecard",
        players,
        blinds=(0,) * players,
        stacks=(stack,) * players,
        first=(0,),
        betting=Betting.LIMIT,
        bets=(1,),
        most_raises=(None,),
        ante=1,
        ranks=10,
        suits=1,
        hole_cards=1,
        board_cards=(0,),
        comparison=Comparison.HIGH_CARD,
        free_folds=free_folds,
    )


def one_card_free_folds(players: int = 4) -> Rules:
    """One-card poker in which one may fold where a check is free: a reading of baker."""
    return replace(one_card(players, free_folds=True), name="onecard-freefold")


def _check_players(players: int, most: int) -> None:
    if not 2 <= players <= most:
        raise VillainError(f"{players} players; this game takes 2 to {most}")


def _blinds(players: int, small: int, big: int) -> tuple[int, ...]:
    """Heads-up the button, who is the last seat, has the small blind."""
    return (big, small) if players == 2 else (small, big, *(0,) * (players - 2))


def _first(players: int) -> tuple[int, ...]:
    """Before the flop the seat behind the big blind speaks first, then seat 0."""
    return (1 if players == 2 else 2 % players, 0, 0, 0)


GAMES: dict[str, Callable[[int], Rules]] = {
    "limit": limit_holdem,
    "nolimit": no_limit_holdem,
    "potlimit": pot_limit_holdem,
    "kuhn": kuhn,
    "leduc": leduc,
    "onecard": one_card,
    "onecard-freefold": one_card_free_folds,
}


def find_game(name: str, players: int) -> Rules:
    """A game by its name, or by the path of a game-definition file.

    >>> find_game("nolimit", 3).stacks
    (200, 200, 200)
    """
    if name in GAMES:
        return GAMES[name](players)
    path = Path(name)
    if path.suffix == ".game":
        if not path.is_file():
            raise VillainError(f"there is no file {name!r}")
        return read_gamedef(path.read_text(errors="replace"), path.stem)
    raise VillainError.unknown("game", name, GAMES)
