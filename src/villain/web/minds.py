"""What came to a model's mind, in the words of players."""

from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.models.memory.betting import CALL, FOLD, LETTERS
from villain.models.memory.grounds import Grounds, Remembered
from villain.models.model import OpponentModel
from villain.web.messages import Deed, Memento, Mind, StyleChance

SIZES = dict(zip(LETTERS, ("small ", "half-pot ", "pot-sized ", "large "), strict=True))
"""What raises are called where their sizes are told apart."""


def mind_of(model: OpponentModel, seen: Observation, seat: int) -> Mind | None:
    """What a model's answers about a seat rest on, if it can tell."""
    found = model.explain(seen, seat)
    if not isinstance(found, Grounds):
        return None
    return Mind(
        came=[_memento(one, seen.rules, seat) for one in found.remembered],
        chance=None if found.odds is None else _share(found.odds),
        trust=_share(found.trust),
        kinds=[StyleChance(name=name, chance=_share(chance)) for name, chance in found.kinds],
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
    """What was done on a street between two, one after the other; ``his`` is what the seat did.

    >>> from villain.game.presets import limit_holdem
    >>> [deed.words for deed in deeds("crc", limit_holdem(2), 0, 1)]
    ['call', 'raise', 'call']
    >>> [(deed.words, deed.his) for deed in deeds("crrf", limit_holdem(2), 1, 1)]
    [('check', False), ('bet', True), ('raise', False), ('fold', True)]
    """
    found, owed, raised = [], street == 0, street == 0  # the blinds are there to be raised
    for place, letter in enumerate(word):
        his = (rules.first[street] + place) % 2 == seat
        if letter == FOLD:
            found.append(Deed(words="fold", kind="fold", his=his))
        elif letter == CALL:
            found.append(Deed(words="call" if owed else "check", kind="call", his=his))
            owed = False
        else:
            words = SIZES.get(letter, "") + ("raise" if raised else "bet")
            found.append(Deed(words=words, kind="raise", his=his))
            owed = raised = True
    return found


def _share(chance: float) -> float:
    return round(min(max(chance, 0.0), 1.0), 4)
