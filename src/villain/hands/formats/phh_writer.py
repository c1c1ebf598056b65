"""Writes hands as PHH; everything that a `HandHistory` says is carried."""

import json
from dataclasses import fields as fields_of

from villain.game.events import Acted, Board
from villain.game.hand import Hand
from villain.game.rules import Betting, Rules
from villain.hands.formats.toml_fields import quoted
from villain.hands.hand_history import HandHistory, winnings
from villain.hands.money import to_amount

LOST: dict[str, str] = {}
"""Fields that do not come back: none."""

UNSAID = ("Parts of a second are lost.",)
"""Losses of some hands only."""

VARIANTS = {Betting.NO_LIMIT: "NT", Betting.LIMIT: "FT", Betting.POT_LIMIT: "PT"}


def write(history: HandHistory, hand: Hand) -> str:
    """One hand as lines of TOML, without a header."""
    rules, origin = history.rules, history.origin
    decimals = origin.decimals

    def amounts(values: tuple[int, ...]) -> str:
        return f"[{', '.join([to_amount(chips, decimals, short=True) for chips in values])}]"

    fields = _game(rules, decimals)
    fields["starting_stacks"] = amounts(rules.stacks)
    fields["actions"] = f"[{', '.join([repr(token) for token in _tokens(history, hand)])}]"
    if origin.site:
        fields["venue"] = quoted(origin.site)
    if origin.time is not None:
        fields["time"] = origin.time.strftime("%H:%M:%S")
        fields["day"], fields["month"] = str(origin.time.day), str(origin.time.month)
        fields["year"] = str(origin.time.year)
    if origin.number:
        plain = origin.number.isdecimal() and origin.number.isascii() and origin.number[0] != "0"
        small = plain and len(origin.number) < 19
        fields["hand"] = origin.number if small else quoted(origin.number)
    if origin.seats:
        fields["seats"] = str(list(origin.seats))
    if origin.chairs:
        fields["seat_count"] = str(origin.chairs)
    if origin.table:
        fields["table"] = quoted(origin.table)
    fields["players"] = f"[{', '.join([quoted(name) for name in history.names])}]"
    if history.collected is not None:
        took = history.collected
        fields["winnings"] = amounts(took)
    else:
        took = winnings(hand)
    left = zip(rules.stacks, hand.committed, took, strict=True)
    fields["finishing_stacks"] = amounts(tuple([had - put + got for had, put, got in left]))
    if origin.currency:
        fields["currency"] = quoted(origin.currency)
    if decimals != (2 if origin.currency else 0):
        fields["_decimals"] = str(decimals)
    if origin.zone:
        fields["_zone"] = quoted(origin.zone)
    if origin.tournament:
        fields["_tournament"] = quoted(origin.tournament)
    if origin.hero is not None:
        fields["_hero"] = str(origin.hero + 1)
    fields |= origin.fields
    return "\n".join([f"{key} = {value}" for key, value in fields.items()]) + "\n"


def _game(rules: Rules, decimals: int) -> dict[str, str]:
    """The fields that say what is played."""

    def amount(chips: int) -> str:
        return to_amount(chips, decimals, short=True)

    players = rules.players
    antes = rules.dead or (rules.ante,) * players
    blinds = list(rules.blinds)
    largest = max(blinds)
    # Who posts behind the player that speaks first posts late, which a minus says.
    signs = [""] * players
    if players > 2 and largest:
        opener = rules.first[0]
        signs = ["-" * (chips > 0 and seat >= opener > 0) for seat, chips in enumerate(blinds)]
    posts = [sign + amount(chips) for sign, chips in zip(signs, blinds, strict=True)]
    if players == 2:
        posts.reverse()
    fields = {
        "variant": repr(VARIANTS[rules.betting]),
        "ante_trimming_status": "false",
        "antes": f"[{', '.join([amount(chips) for chips in antes])}]",
        "blinds_or_straddles": f"[{', '.join(posts)}]",
    }
    if rules.betting is Betting.LIMIT:
        fields |= {"small_bet": amount(rules.bets[0]), "big_bet": amount(rules.bets[-1])}
    else:
        fields["min_bet"] = amount(rules.bets[-1] if rules.bets else rules.big_blind)
    if not is_standard(rules):
        fields["_rules"] = quoted(_all_rules(rules))
    return fields


def is_standard(rules: Rules) -> bool:
    """True if the standard fields can express these rules."""
    largest, players = max(rules.blinds), rules.players
    opener = (rules.first[0] - 1) % players
    in_order = rules.blinds[opener] == largest and rules.first[1:] == (0, 0, 0)
    behind = rules.blinds[opener + 1 :] if players > 2 else ()
    bets = rules.bets
    if rules.betting is Betting.LIMIT:
        usual = len(bets) == 4 and bets[0] == bets[1] and bets[2] == bets[3]
    else:
        usual = not bets or (len(set(bets[1:])) == 1 and bets[0] == max(largest, bets[1]) != 0)
        usual = usual and (not bets or bets[1] != largest)
    return (
        largest > 0
        and in_order
        and usual
        and (opener + 1 < players or players == 2)
        and (players == 2 or max(behind, default=0) <= largest)
        and not (rules.dead and rules.ante)
        and len(set(rules.dead)) != 1
        and not any(cap is not None for cap in rules.most_raises)
        and (rules.ranks, rules.suits, rules.hole_cards) == (13, 4, 2)
        and rules.board_cards == (0, 3, 1, 1)
        and not rules.free_folds
        and rules.name == rules.betting.value
    )


def _all_rules(rules: Rules) -> str:
    values = {}
    for one in fields_of(rules):
        value = getattr(rules, one.name)
        if one.name in ("players", "stacks") or value == one.default:
            continue
        if one.name == "betting":
            value = value.value
        elif one.name == "comparison":
            value = value.name
        values[one.name] = value
    return json.dumps(values)


def _tokens(history: HandHistory, hand: Hand) -> list[str]:
    decimals = history.origin.decimals
    unknown = "??" * history.rules.hole_cards
    tokens = [
        f"d dh p{seat} {''.join(map(str, cards)) or unknown}"
        for seat, cards in enumerate(history.holes, 1)
    ]
    for event in hand.events:
        if isinstance(event, Acted):
            if event.kind == "raise":
                tokens.append(f"p{event.seat + 1} cbr {to_amount(event.to, decimals, short=True)}")
            else:
                tokens.append(f"p{event.seat + 1} {'f' if event.kind == 'fold' else 'cc'}")
        elif isinstance(event, Board):
            tokens.append(f"d db {''.join(map(str, event.cards))}")
    showdown = hand.folded.count(False) > 1
    for seat, cards in enumerate(history.holes):
        if seat in history.shown and cards:
            tokens.append(f"p{seat + 1} sm {''.join(map(str, cards))}")
        elif showdown and not hand.folded[seat]:
            tokens.append(f"p{seat + 1} sm")
    return tokens
