"""The cast: who sits down with you unless you say otherwise, each with a name and a way of his own.

A style has always the same name, so that people get to know Rosa and Stan as they would at a club.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

LIKE = "person:like="
"""What comes before the name of a player who is cloned."""

EXPERT = "expert"
"""The one who plays well among people: the fifth at the usual table, and the opponent of one."""


class Character(NamedTuple):
    """One of the cast: the agent behind him, what players call such a one, and how he plays."""

    name: str
    agent: str
    title: str
    about: str


CAST = (
    Character(
        "Rosa",
        "person:style=nit",
        "a nit",
        "Plays few hands, and mostly gives up when she is raised.",
    ),
    Character(
        "Otto", "person:style=rock", "a rock", "Waits for good hands, and raises few of them."
    ),
    Character("Mara", "person:style=regular", "a regular", "Picks her hands, and raises them."),
    Character(
        "Leo",
        "person:style=loose",
        "a loose player",
        "Plays more hands than most, and defends his blinds.",
    ),
    Character(
        "Stan",
        "person:style=station",
        "a station",
        "Plays nearly every second hand, and would rather call than raise.",
    ),
    Character(
        "Max", "person:style=maniac", "a maniac", "Plays nearly every second hand, and raises it."
    ),
    Character("Sam", "person", "somebody", "One of the crowd: you never know whom you get."),
    Character(
        "Lars",
        "loki:som",
        "a student of odds",
        "Counts his chances, narrows your range, and plays by the book of 1998.",
    ),
    Character(
        "Paula",
        "poki",
        "a dreamer",
        "Plays the hand to its end a few hundred times in her head before she acts.",
    ),
    Character("Vera", EXPERT, "an expert", "Reads everybody, and tries out what might be done."),
    Character(
        "Elena",
        "equilibrium",
        "a solver",
        "Works out what nobody can exploit, whoever you are. Heads-up only.",
    ),
    Character(
        "Villain",
        "villain",
        "the villain",
        "Begins without a weakness, finds yours, and goes after it. Heads-up only.",
    ),
)
"""A dozen, from people of the crowd to the villain; measured by `villain.arena.make_ladder`."""

USUAL = ("nit", "loose", "station", "maniac", "regular", "rock")
"""The styles in the order in which they fill a table, beside the expert."""

FIRST_NAMES = tuple("Ada Boris Cleo Dov Esme Felix Greta Hugo Ines Jan Kim".split())
"""Names of those who are not of the cast, and of a second one of the same kind."""

_CHARACTERS = {one.agent: one for one in CAST}


def character_of(agent: str) -> Character | None:
    """The character whom an agent plays, if he is of the cast."""
    return _CHARACTERS.get(agent)


def line_up(opponents: int) -> list[str]:
    """The usual opponents: one is the expert; the others are persons, of as many styles as can be.

    >>> line_up(5)[:2], len(line_up(9))
    (['person:style=nit', 'person:style=loose'], 9)
    >>> line_up(1) == [EXPERT]
    True
    """
    persons = [f"person:style={style}" for style in USUAL][: opponents - 1]
    return [*persons, *["person"] * (opponents - 1 - len(persons)), EXPERT]


def names_at(agents: Sequence[str], taken: Iterable[str] = ()) -> list[str]:
    """Names for the agents at a table, all different, and none that is taken.

    A clone has the name of the player whom it is like.

    >>> names_at(["person:style=nit", "call", "person:style=nit", "person:like=Ann"], ["ada"])
    ['Rosa', 'Boris', 'Cleo', 'Ann']
    """
    used = {name.lower() for name in taken}
    names = []
    for agent in agents:
        character = character_of(agent)
        own = character.name if character else agent.partition(LIKE)[2].strip()
        name = next(one for one in (own, *FIRST_NAMES) if one and one.lower() not in used)
        used.add(name.lower())
        names.append(name)
    return names
