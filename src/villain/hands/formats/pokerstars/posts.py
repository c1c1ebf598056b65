"""Posts before a PokerStars hand: the rules that they tell, and back."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from villain.game.rules import Betting, Rules
from villain.hands.formats.format import RefusedError
from villain.hands.formats.pokerstars.header import StatedGame
from villain.hands.hand_history import with_stacks

Post: TypeAlias = tuple[int, str, int]
"""A seat, what it posts (``small blind``, ``big blind``, ``the ante`` …), and the chips."""


def rules_of(game: StatedGame, stacks: tuple[int, ...], posts: Sequence[Post]) -> Rules:
    """The rules, from the header and what everybody posts.

    Who posts less than the header says, because he has no more, has the whole blind in the rules.
    """
    plenty = 1 + sum([chips for _, _, chips in posts])
    if min(stacks) >= plenty:
        return with_stacks(_deep_rules(game, len(stacks), plenty, tuple(posts)), stacks)
    return _rules_of(game, stacks, posts)


@lru_cache(1024)
def _deep_rules(game: StatedGame, players: int, stack: int, posts: tuple[Post, ...]) -> Rules:
    """The rules where nobody is all-in before the first action: the hands of a table share them."""
    return _rules_of(game, (stack,) * players, posts)


def _rules_of(game: StatedGame, stacks: tuple[int, ...], posts: Sequence[Post]) -> Rules:
    players = len(stacks)
    limit = game.betting is Betting.LIMIT
    small, big = (game.small // 2, game.small) if limit else (game.small, game.big)
    antes, left = [0] * players, list(stacks)
    for seat, kind, chips in posts:
        if kind == "the ante":
            antes[seat] += chips
            left[seat] -= chips
    ante = max(antes)
    even = all(paid == min(ante, stack) for paid, stack in zip(antes, stacks, strict=True))
    dead = [0] * players if even else antes
    blinds = [0] * players
    small_seat = big_seat = last = None
    for seat, kind, chips in posts:
        all_in = chips == left[seat]
        if kind == "small blind" and small_seat is None:
            blinds[seat] = max(chips, small) if all_in else chips
            small_seat = seat
        elif kind == "small blind":
            dead[seat] += chips
        elif kind == "big blind":
            blinds[seat] = max(chips, big) if all_in else chips
            if big_seat is None:
                big_seat = last = seat
        elif kind == "small & big blinds":
            blinds[seat] = big
            dead[seat] += small if all_in else chips - big
        elif kind == "straddle":
            blinds[seat] = max(chips, 2 * big) if all_in else chips
            last = seat
    # Who is all-in with the ante posts no blind; he has the one that his place calls for.
    places = (1, 0) if players == 2 else (0, 1)
    if big_seat is None:
        place = places[1] if small_seat is None else (small_seat + 1) % players
        if not left[place]:
            blinds[place] = big
            big_seat = place
            last = place if last is None else last
    if small_seat is None and (big_seat, left[places[0]]) == (places[1], 0):
        blinds[places[0]] = small
    most = max(blinds)
    bets: tuple[int, ...] = () if most == big else (most, big, big, big)
    return Rules(
        game.betting.value,
        players,
        blinds=tuple(blinds),
        stacks=stacks,
        first=(0 if last is None else (last + 1) % players, 0, 0, 0),
        betting=game.betting,
        bets=(game.small, game.small, game.big, game.big) if limit else bets,
        ante=ante if even else 0,
        dead=tuple(dead) if any(dead) else (),
    )


def posts_of(rules: Rules) -> tuple[int, int, list[Post]]:
    """The small and the big blind, and what everybody posts; the reverse of `rules_of`."""
    players, limit = rules.players, rules.betting is Betting.LIMIT
    last = (rules.first[0] - 1) % players
    in_turn = [1, 0] if (players, last) == (2, 0) else list(range(last + 1))
    in_turn = [seat for seat in in_turn if rules.blinds[seat]]
    most = max(rules.blinds)
    big = rules.bets[0] if limit else rules.bets[1] if rules.bets else most
    straddles = [seat for seat in in_turn if rules.blinds[seat] > big]
    *before, big_seat = [seat for seat in in_turn if seat not in straddles] or [-1]
    late = [seat for seat, blind in enumerate(rules.blinds) if blind and seat not in in_turn]
    if (
        big_seat < 0
        or in_turn[-1] != last
        or len(before) > 1
        or any(rules.blinds[seat] != big for seat in (big_seat, *late))
        or (not limit and rules.bets not in ((), (most, big, big, big)))
    ):
        raise RefusedError("cannot be written", f"PokerStars has no blinds {rules.blinds}")
    dead = rules.dead or (0,) * players
    small = rules.blinds[before[0]] if before else max([dead[seat] for seat in late], default=0)
    small = small or big // 2
    kinds = dict.fromkeys(before, "small blind") | {big_seat: "big blind"}
    kinds |= dict.fromkeys(straddles, "straddle")
    kinds |= {seat: "small & big blinds" if dead[seat] else "big blind" for seat in late}
    left = list(rules.stacks)
    posts: list[Post] = []

    def post(seat: int, kind: str, wanted: int) -> None:
        chips = min(wanted, left[seat])
        left[seat] -= chips
        if chips:
            posts.append((seat, kind, chips))

    for seat in range(players):
        post(seat, "the ante", rules.ante)
    for seat, extra in enumerate(dead):
        if extra and kinds.get(seat) != "small & big blinds":
            if rules.ante:
                raise RefusedError("cannot be written", f"PokerStars has no dead {rules.dead}")
            post(seat, "the ante", extra)
    for seat, kind in kinds.items():
        post(seat, kind, rules.blinds[seat] + dead[seat] * (kind == "small & big blinds"))
    return small, big, posts
