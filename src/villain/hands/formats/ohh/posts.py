"""Posts before the cards, in the words of Open Hand History, and the rules behind them."""

from collections.abc import Sequence
from typing import NamedTuple

from villain.game.rules import Betting, Rules

ANTE, DEAD = "Post Ante", "Post Dead"
SMALL, BIG, STRADDLE, EXTRA = "Post SB", "Post BB", "Straddle", "Post Extra Blind"
LIVE = (SMALL, BIG, STRADDLE, EXTRA)
POSTS = (ANTE, DEAD, *LIVE)
"""The posts, in the order in which they are made."""


class Post(NamedTuple):
    """Somebody posts chips."""

    what: str
    seat: int
    chips: int


class Stakes(NamedTuple):
    """The stakes in the head of a hand; 0 where it is silent."""

    betting: Betting
    small: int
    big: int
    ante: int


def rules_of(
    stakes: Stakes, stacks: tuple[int, ...], posts: Sequence[Post], opener: int | None
) -> Rules:
    """The rules of a hand by what was posted, and by who acted first.

    Who is all-in with less than his blind still makes the others call all of it. Antes that are
    not everybody's, such as that of the big blind alone, are dead chips.
    """
    players = len(stacks)
    antes, dead = ([0] * players for _ in range(2))
    for what, seat, chips in posts:
        if what in (ANTE, DEAD):
            (antes if what == ANTE else dead)[seat] += chips
    ante = stakes.ante if any(antes) and stakes.ante else max(antes)
    if antes != [min(ante, stack) for stack in stacks]:
        dead = [one + other for one, other in zip(dead, antes, strict=True)]
        antes, ante = [0] * players, 0
    left = [had - one - other for had, one, other in zip(stacks, antes, dead, strict=True)]
    blinds = _blinds(stakes, posts, left)
    largest = max(blinds)
    big = stakes.big or largest
    bets: tuple[int, ...] = ()
    if stakes.betting is Betting.LIMIT:
        bets = (big, big, 2 * big, 2 * big)
    elif big != largest:
        bets = (max(largest, big), big, big, big)
    able = [had > posted for had, posted in zip(left, blinds, strict=True)]
    return Rules(
        stakes.betting.value,
        players,
        blinds=tuple(blinds),
        stacks=stacks,
        first=(_first(posts, able, opener), 0, 0, 0),
        betting=stakes.betting,
        bets=bets,
        ante=ante,
        dead=tuple(dead) if any(dead) else (),
    )


def _blinds(stakes: Stakes, posts: Sequence[Post], left: list[int]) -> list[int]:
    """The live posts by seat; those who are all-in with less owe the whole blind."""
    whole = {SMALL: stakes.small, BIG: stakes.big, EXTRA: stakes.big}
    blinds = [0] * len(left)
    for what, seat, chips in posts:
        if what in LIVE:
            short = chips < whole.get(what, 0) and chips >= left[seat]
            blinds[seat] += whole[what] if short else chips
    if not any(post.what == BIG for post in posts):
        # The ante took all that the big blind had.
        seat = _big_blind(posts, len(left))
        blinds[seat] = blinds[seat] or (stakes.big if left[seat] <= 0 else 0)
    return blinds


def _big_blind(posts: Sequence[Post], players: int) -> int:
    """The seat of the big blind: late posters are further from the small blind."""
    after = next((post.seat + 1 for post in posts if post.what == SMALL), 0)
    seats = [post.seat for post in posts if post.what == BIG] or [after % players]
    return min(seats, key=lambda seat: (seat - after) % players)


def _first(posts: Sequence[Post], able: list[bool], opener: int | None) -> int:
    """The first seat to act: behind the last straddle or the big blind, unless the hand tells."""
    players = len(able)
    straddles = [(post.chips, post.seat) for post in posts if post.what == STRADDLE]
    behind = max(straddles)[1] if straddles else _big_blind(posts, players)
    first = (behind + 1) % players if any(post.what in LIVE for post in posts) else 0
    asked = [(first + step) % players for step in range(players)]
    reached = next((seat for seat in asked if able[seat]), first)
    return first if opener is None or opener == reached else opener


def posts_of(rules: Rules) -> list[Post]:
    """The posts of a hand's players in order; a blind of 0 where the ante took all."""
    posts = []
    left = list(rules.stacks)
    blinds = _names_of_blinds(rules)
    for what in POSTS:
        owed = {ANTE: (rules.ante,) * rules.players, DEAD: rules.dead}.get(what, rules.blinds)
        for seat, chips in enumerate(owed):
            if chips and (what in (ANTE, DEAD) or blinds[seat] == what):
                put = min(chips, left[seat])
                left[seat] -= put
                posts.append(Post(what, seat, put))
    return posts


def live_posts(rules: Rules) -> list[int]:
    """The part of his blind that each seat can pay."""
    posts = [post for post in posts_of(rules) if post.what in LIVE]
    paid = dict.fromkeys(range(rules.players), 0)
    return list((paid | {post.seat: post.chips for post in posts}).values())


def _names_of_blinds(rules: Rules) -> dict[int, str]:
    """By seat which blind one has, from the order of the seats and from who speaks first."""
    players = rules.players
    order = [1, 0] if players == 2 else list(range(players))
    last = order.index((rules.first[0] - 1) % players)
    chain = [seat for seat in order[: last + 1] if rules.blinds[seat]]
    names = {seat: EXTRA for seat, chips in enumerate(rules.blinds) if chips}
    if len(chain) > 1 and rules.blinds[chain[0]] <= rules.blinds[chain[1]]:
        names[chain.pop(0)] = SMALL
    if chain:
        big, *others = chain
        names[big] = BIG
        most = rules.blinds[big]
        for seat in others:
            if rules.blinds[seat] > most:
                names[seat], most = STRADDLE, rules.blinds[seat]
    return names


def stakes_of(rules: Rules) -> Stakes:
    """The fields of a hand's head for these rules."""
    small = [rules.blinds[seat] for seat, name in _names_of_blinds(rules).items() if name == SMALL]
    if rules.bets:
        big = rules.bets[0] if rules.betting is Betting.LIMIT else rules.bets[-1]
    else:
        big = max(rules.blinds)
    return Stakes(rules.betting, small[0] if small else 0, big, rules.ante)
