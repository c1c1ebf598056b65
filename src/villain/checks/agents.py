"""The laws of agents."""

import inspect
import pickle
from collections.abc import Callable

import numpy as np

from villain.agents.agent import Agent
from villain.agents.holding_chances import HoldingChances
from villain.cards.range import possible
from villain.checks.dealing import known_games, other_hidden_cards, random_action, where
from villain.checks.findings import CheckFailedError, Law, insist
from villain.errors import VillainError
from villain.game import Action, Hand, IllegalActionError, Observation, Rules, shuffle
from villain.game.observation import without_hole
from villain.game.rules import is_holdem

Make = Callable[..., Agent]

SPOTS = 300
"""The questions to an agent, over all its games."""

# Some are names of agents: whoever sits there, it should be the same.
NAMES = tuple("me baker:la call baker:tp#2 style:alpha=0.2,beta=0.3 Ann fold raise".split())
NAMES += tuple("loki:bpm Bob Cid Dan".split())


def actions_are_legal(make: Make, spots: int = SPOTS) -> None:
    """Every action is legal, in all games that it plays."""
    play(make, seed=1, spots=spots)


def same_seed_same_play(make: Make, spots: int = SPOTS // 3) -> None:
    """The same seed plays the same."""
    pairs = zip(play(make, 2, spots), play(make, 2, spots), strict=False)
    for number, (one, other) in enumerate(pairs, 1):
        if one != other:
            raise CheckFailedError(
                f"decision {number} of two agents with the same seed is {one} and {other}; chance "
                "should come from self.rng, or a generator made of the seed, and nothing be "
                "shared between agents"
            )


def pickled_goes_on_alike(make: Make, hands: int = 12) -> None:
    """A pickled agent goes on as the original would."""
    rng, agent = np.random.default_rng(3), _made(make, 3)
    rules = sorted(_games(agent), key=lambda rules: rules.players > 2)[-1]
    for _ in range(hands):
        hand = Hand(rules, shuffle(rules, rng), NAMES[: rules.players])
        while hand.seat is not None:
            assert hand.legal is not None
            if hand.seat == 0:
                copy, seen = _pickled(agent), hand.observation(0)
                action, again = agent.act(seen), copy.act(seen)
                if action != again:
                    raise CheckFailedError(
                        f"it would {action}, a pickled copy {again}, {where(rules)}; everything "
                        "that a decision depends on should be in its state"
                    )
                _act(hand, action)
            else:
                hand.act(random_action(hand.legal, rng))
        _show_end(agent, hand, 0)


def hidden_cards_make_no_difference(make: Make, hands: int = 24) -> None:
    """A hidden card makes no difference."""
    rng = np.random.default_rng(4)
    games = _games(_made(make, 0))
    for number in range(hands):
        rules = games[number % len(games)]
        deal = shuffle(rules, rng)
        pair = Hand(rules, deal), Hand(rules, other_hidden_cards(rules, deal, rng))
        agents = _made(make, number), _made(make, number)
        while pair[0].seat is not None:
            assert pair[0].legal is not None
            if pair[0].seat == 0:
                action, other = (
                    agent.act(hand.observation(0)) for agent, hand in zip(agents, pair, strict=True)
                )
                if action != other:
                    raise CheckFailedError(
                        f"with other cards hidden it would {other} and not {action}, "
                        f"{where(rules)}; a decision should depend on the observation alone"
                    )
            else:
                action = random_action(pair[0].legal, rng)
            for hand in pair:
                _act(hand, action)


def told_chances_hold(make: Make, hands: int = 12) -> None:
    """Chances that it tells are of legal actions, sum to 1, and are blind to its own cards."""
    rng, agent = np.random.default_rng(5), _made(make, 5)
    games = [rules for rules in _games(agent) if is_holdem(rules)]
    for number in range(hands if games and hasattr(agent, "chances") else 0):
        rules = games[number % len(games)]
        hand = Hand(rules, shuffle(rules, rng), NAMES[: rules.players])
        while hand.seat is not None:
            assert hand.legal is not None
            if hand.seat == 0:
                seen, copy = hand.observation(0), _pickled(agent)
                _check_told(agent, seen)
                action, unasked = agent.act(seen), copy.act(seen)
                if action != unasked:
                    raise CheckFailedError(
                        f"it would {unasked}, and asked for its chances before {action}, "
                        f"{where(rules)}; asking should change nothing"
                    )
                _act(hand, action)
            else:
                hand.act(random_action(hand.legal, rng))
        _show_end(agent, hand, 0)


def _check_told(agent: Agent, seen: Observation) -> None:
    known, blind = agent.chances(seen), agent.chances(without_hole(seen))
    if known is None and blind is None:
        return
    for one in (known, blind):
        if not isinstance(one, HoldingChances):
            raise CheckFailedError(
                f"chances gives {type(one).__name__}, {where(seen.rules)}; it should be a "
                "HoldingChances, whether it sees its cards or not"
            )
        try:
            one.check(seen, possible(seen.board))
        except VillainError as error:
            raise CheckFailedError(f"{error}, {where(seen.rules)}") from None
    assert known is not None
    assert blind is not None
    held = possible(seen.board)
    if known.actions != blind.actions or not np.allclose(known.chances[held], blind.chances[held]):
        raise CheckFailedError(
            f"its chances depend on the cards that it holds, {where(seen.rules)}; they should be "
            "those of every holding, as somebody sees them who has not looked"
        )


AGENT_LAWS: tuple[Law[Agent], ...] = (
    actions_are_legal,
    same_seed_same_play,
    pickled_goes_on_alike,
    hidden_cards_make_no_difference,
    told_chances_hold,
)


def check_agent(make: Make) -> None:
    """Raise a `CheckFailedError` that says which laws of agents are broken.

    ``make`` is a class, or a function, that makes a new agent every time; if it takes a ``seed``
    it gets one.

    >>> from villain.agents.blind import Random
    >>> check_agent(Random)
    """
    insist(make, AGENT_LAWS)


def play(make: Make, seed: int, spots: int) -> list[Action]:
    """Ask an agent in so many spots or a few more, while all others play at random."""
    rng, agent = np.random.default_rng(seed), _made(make, seed)
    games = _games(agent)
    taken: list[Action] = []
    while len(taken) < spots:
        rules = games[int(rng.integers(len(games)))]
        hand = Hand(rules, shuffle(rules, rng), NAMES[: rules.players])
        mine = int(rng.integers(rules.players))
        while hand.seat is not None:
            assert hand.legal is not None
            if hand.seat == mine:
                taken.append(agent.act(hand.observation(mine)))
                _act(hand, taken[-1])
            else:
                hand.act(random_action(hand.legal, rng))
        _show_end(agent, hand, mine)
    return taken


def _made(make: Make, seed: int) -> Agent:
    return make(seed=seed) if "seed" in inspect.signature(make).parameters else make()


def _games(agent: Agent) -> list[Rules]:
    plays = getattr(type(agent), "plays", Agent.plays)
    try:
        return known_games("plays", plays)
    except TypeError as error:
        raise CheckFailedError(
            f"plays(rules) should be a class method that says whether it knows a game: {error}"
        ) from None


def _act(hand: Hand, action: Action) -> None:
    try:
        hand.act(action)
    except IllegalActionError:
        raise CheckFailedError(
            f"it answers {action!r}, {where(hand.rules)}; it may: {hand.legal}"
        ) from None


def _show_end(agent: Agent, hand: Hand, seat: int) -> None:
    if hasattr(agent, "watch"):
        agent.watch(hand.observation(seat))


def _pickled(agent: Agent) -> Agent:
    try:
        copy: Agent = pickle.loads(pickle.dumps(agent))
    except Exception as error:
        raise CheckFailedError(
            f"it cannot be pickled ({type(error).__name__}: {error}), as matches need that run in "
            "several processes or go on later; leave what cannot be out of __getstate__"
        ) from None
    return copy
