"""The parts of a memory of hands: the chunks of a showdown, and how to ask for them [sander].

After a showdown there is a chunk for each street: the opponent's seat, the betting up to the end of
that street, and his chance of winning against a random hand with the board of that street. For
what he does there is a chunk for each decision: seat, street, the betting of the street before it,
and the action.
"""

from collections.abc import Hashable

from villain.cards.card import Card
from villain.cards.combo import Combo
from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.game.situation import Decision, decisions
from villain.models.memory.betting import FOLD, Begins, letter
from villain.models.memory.chunks import Slots
from villain.strength.seven_card_ranks import seven_card_ranks

STREETS = ("preflop", "flop", "turn", "river")
KIND, SEAT, STREET, ODDS, BETTING, ACTION = "kind", "seat", "street", "odds", "betting", "action"
HAND, ACT = "hand", "act"

GRID = 20
"""Chances of winning are told in steps of 1/20: finer ones would hardly ever merge."""


def betting_words(seen: Observation, *, sizes: bool = False) -> list[str]:
    """The betting of a hand so far, street by street.

    >>> from villain.game import limit_holdem
    >>> from villain.game.script import parse_script, play_script
    >>> views = play_script(parse_script("r c / 3h4cJh: c r c / 7d: c"), limit_holdem(2), hero=0)
    >>> betting_words(list(views)[-1])
    ['rc', 'crc', 'c', '']
    """
    words = [""] * len(STREETS)
    for decision in decisions(seen):
        words[decision.situation.street] += letter(decision, seen.rules, sizes=sizes)
    return words


def on_grid(odds: float, grid: int = GRID) -> float:
    """The nearest of the steps: chunks that never coincide would never merge.

    >>> on_grid(0.52), on_grid(0.53)
    (0.5, 0.55)
    """
    return round(odds * grid) / grid


def odds_of(hole: tuple[Card, ...], board: tuple[Card, ...]) -> float:
    """A hand's chance of winning against a random one, ties as half: what its player knows."""
    return float(seven_card_ranks(board)[Combo.of(*hole)])


def board_on(seen: Observation, street: int) -> tuple[Card, ...]:
    """The board as it was on a street."""
    return seen.board[: sum(seen.rules.board_cards[: street + 1])]


def hand_chunk(words: list[str], street: int, seat: int, odds: float) -> dict[str, Hashable]:
    """A street of a hand that was seen to its end; later betting is left blank."""
    betting = {name: words[at] if at <= street else "" for at, name in enumerate(STREETS)}
    return {KIND: HAND, SEAT: seat, STREET: street, ODDS: odds} | betting


def hand_query(words: list[str], street: int, seat: int) -> Slots:
    """The query at any point: the streets that are over as they were, this one so far.

    A fold is left out: what it ended is asked for.
    """
    betting: dict[str, Hashable] = {STREETS[at]: words[at] for at in range(street)}
    betting[STREETS[street]] = Begins(words[street].removesuffix(FOLD))
    return {KIND: HAND, SEAT: seat, STREET: street} | betting


def act_query(street: int, seat: int, word: str) -> dict[str, Hashable]:
    """The query for what a seat does after this betting on a street."""
    return {KIND: ACT, SEAT: seat, STREET: street, BETTING: word}


def act_chunks(
    seen: Observation, *, sizes: bool = False
) -> list[tuple[Decision, dict[str, Hashable]]]:
    """Everybody's decisions in a hand, as chunks."""
    chunks, words = [], [""] * len(STREETS)
    for decision in decisions(seen):
        street = decision.situation.street
        action = letter(decision, seen.rules, sizes=False)
        chunk = act_query(street, decision.seat, words[street]) | {ACTION: action}
        chunks.append((decision, chunk))
        words[street] += letter(decision, seen.rules, sizes=sizes)
    return chunks


def word_faced(word: str, rules: Rules, street: int, seat: int, *, raised: str = "") -> str:
    """The betting that a seat would face if it had to act now, or after this raise.

    Where it is the other's turn, he is taken to call, or to raise.
    """
    first = rules.first[street]
    turn = first if len(word) % 2 == 0 else 1 - first
    if turn != seat:
        return word + (raised or "c")
    return word[:-1] + raised if raised and word else word
