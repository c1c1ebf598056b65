"""Seeds and what is drawn from them: the cards of every deal, the chance of every agent.

A seed below 2**64 is *public*: whoever sees a few hands can try them all, so it is for experiments
that others repeat. A *secret* one has 128 bits from the system, and all that is drawn from it goes
through a keyed hash: who knows his own cards, all earlier deals and his agent's seed knows nothing
of the next deal.
"""

import secrets
from collections.abc import Iterator
from hashlib import blake2b
from itertools import count

import numpy as np

from villain.errors import VillainError
from villain.game.deal import Deal, draw, shuffle
from villain.game.rules import Rules

PUBLIC_SEEDS = 2**64
MOST_SEEDS = 2**128
DEALS_A_STREAM = 250
"""So many deals share a stream under a public seed; every published figure was dealt this way."""


def fresh_seed() -> int:
    """A secret seed from the system.

    >>> is_public(fresh_seed()), is_public(7)
    (False, True)
    """
    return secrets.randbits(127) + 2**127


def is_public(seed: int) -> bool:
    """True if somebody could find a seed by trying."""
    return seed < PUBLIC_SEEDS


def check_seed(seed: int) -> int:
    """The same seed; raises unless it can be one."""
    if not 0 <= seed < MOST_SEEDS:
        raise VillainError(f"a seed of {seed}; it should be a whole number from 0 to 2**128 - 1")
    return seed


def seed_hash(seed: int) -> str:
    """A digest of a secret seed, shown before a match, so that it cannot be changed afterwards.

    >>> seed_hash(2**127)
    '3dc7157515a99558dfb58626858eca6a'
    """
    return blake2b(seed.to_bytes(16, "big"), digest_size=16, person=b"villain.seed").hexdigest()


def stream(seed: int, *path: int) -> np.random.Generator:
    """A generator below a seed, by its path.

    >>> stream(7, 0, 1).integers(100) == stream(7, 0, 1).integers(100)
    np.True_
    """
    return np.random.default_rng((seed, *path) if is_public(seed) else _keyed(seed, *path))


def agent_seed(seed: int, *path: int) -> int:
    """The seed of an agent in a match, by the replay and by who it is."""
    if is_public(seed):
        return int(np.random.SeedSequence((seed, 1, *path)).generate_state(1)[0])
    return _keyed(seed, 1, *path) % PUBLIC_SEEDS


def match_seeds(seed: int, number: int) -> tuple[int, int]:
    """The seeds of the seating and the play of one match of many; secret if theirs is."""
    if is_public(seed):
        seating, play = np.random.SeedSequence((seed, number)).generate_state(2, np.uint64).tolist()
        return int(seating), int(play)
    return _keyed(seed, 2, number), _keyed(seed, 3, number) % 2**127 + 2**127


def deals(rules: Rules, seed: int, start: int = 0) -> Iterator[Deal]:
    """The deals of a match without end, from one of them on.

    >>> from itertools import islice
    >>> from villain.game import limit_holdem
    >>> rules, seed = limit_holdem(2), fresh_seed()
    >>> list(islice(deals(rules, seed), 7, 9)) == list(islice(deals(rules, seed, 7), 2))
    True
    """
    if not is_public(seed):
        for number in count(start):
            yield draw(rules, _keyed(seed, 0, number))
    for chunk in count(start // DEALS_A_STREAM):
        rng = stream(seed, 0, chunk)
        for number in range(chunk * DEALS_A_STREAM, (chunk + 1) * DEALS_A_STREAM):
            deal = shuffle(rules, rng)
            if number >= start:
                yield deal


def _keyed(seed: int, *path: int) -> int:
    """512 bits that nobody can tell from chance who does not know the seed."""
    digest = blake2b(repr(path).encode(), key=seed.to_bytes(16, "big"), digest_size=64)
    return int.from_bytes(digest.digest(), "big")
