"""The families of agents, as lists have them: people, strong players, then those of each paper."""

from villain.agents.cast import EXPERT

PEOPLE, STRONG, OWN = "People", "Strong players", "Your own and other packages'"

_PAPERS = {
    "Loki (Billings and others, 1998)": ("loki", "gears"),
    "Poki (Billings and others, 2002)": ("poki",),
    "Huang (2012)": ("huang", "cheze"),
    "Sander and Lebiere (2009)": ("sander",),
    "Baker and Cowling (2007)": ("baker", "style"),
    "Small games": ("simulator",),
    "Without looking at a card": ("fold", "call", "raise", "random"),
}
_FAMILIES = {name: paper for paper, names in _PAPERS.items() for name in names}

FAMILIES = (PEOPLE, STRONG, OWN, *_PAPERS)
"""All of them, in the order of a list."""


def family_of(agent: str) -> str:
    """The family of an agent by its name.

    >>> family_of("person:style=nit"), family_of("expert:anchor=2"), family_of("cheze")
    ('People', 'Strong players', 'Huang (2012)')
    """
    name = agent.partition(":")[0]
    if name in (EXPERT, "equilibrium", "villain"):
        return STRONG
    return PEOPLE if name == "person" else _FAMILIES.get(name, OWN)
