"""A model's memories of hands like this one, in the words of players."""

from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.models.memory.betting import CALL, FOLD, LETTERS
from villain.models.memory.grounds import Grounds, Remembered
from villain.models.model import OpponentModel
from villain.web.messages import Deed, Memento, Mind, StyleChance

SIZES = dict(zip(LETTERS, ("small ", "half-pot ", "pot-sized ", "large "), strict=True))
"""What raises are called where their sizes are told apart."""


def mind_of(model: OpponentModel, seen: Observation, seat: int) -> Mind | None:
    """The grounds of a model's answers about a seat, if it can tell."""
    grounds = model.explain(seen, seat)
    if not isinstance(grounds, Grounds):
        return None
    return Mind(
        came=[_memento(one, seen.rules, seat) for one in grounds.remembered],
        chance=None if grounds.odds is None else _share(grounds.odds),
        trust=_share(grounds.trust),
        kinds=[StyleChance(name=name, chance=_share(chance)) for name, chance in grounds.kinds],
    )


def _memento(one: Remembered, rules: Rules, seat: int) -> Memento:
    words = enumerate(one.betting)
    return Memento(
        streets=[deeds(word, rules, street, seat) for street, word in words],
        chance=one.odds,
        activation=round(one.activation, 3),
        share=_share(one.share),
        similar=one.similar,
        player=one.player,
    )


def deeds(word: str, rules: Rules, street: int, seat: int) -> list[Deed]:
    """The actions of two players on a street, in order; ``his`` are those of the seat.

    >>> from villain.game.presets import limit_holdem
    >>> [deed.words for deed in deeds("crc", limit_holdem(2), 0, 1)]
    ['call', 'raise', 'call']
    >>> [(deed.words, deed.his) for deed in deeds("crrf", limit_holdem(2), 1, 1)]
    [('check', False), ('bet', True), ('raise', False), ('fold', True)]
    """
    done, owed, raised = [], street == 0, street == 0  # the blinds are there to be raised
    for place, letter in enumerate(word):
        his = (rules.first[street] + place) % 2 == seat
        if letter == FOLD:
            done.append(Deed(words="fold", kind="fold", his=his))
        elif letter == CALL:
            done.append(Deed(words="call" if owed else "check", kind="call", his=his))
            owed = False
        else:
            words = SIZES.get(letter, "") + ("raise" if raised else "bet")
            done.append(Deed(words=words, kind="raise", his=his))
            owed = raised = True
    return done


def _share(chance: float) -> float:
    return round(min(max(chance, 0.0), 1.0), 4)
