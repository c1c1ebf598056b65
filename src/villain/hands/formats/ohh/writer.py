"""Writes hands as Open Hand History, one JSON object a line, with a blank line after it."""

from collections.abc import Iterator
from dataclasses import replace

from villain.game.events import Acted, Board, Won
from villain.game.hand import Hand
from villain.game.rules import Betting, Rules, is_holdem
from villain.hands.formats.format import RefusedError
from villain.hands.formats.ohh.document import Number, dump
from villain.hands.formats.ohh.posts import Post, live_posts, posts_of, rules_of, stakes_of
from villain.hands.hand_history import HandHistory, winnings
from villain.hands.money import to_amount
from villain.hands.zones import in_utc

LOST = {
    "rules.name": "the rules are called by how much may be bet",
    "rules.most_raises": "a cap on the number of raises",
    "rules.free_folds": "that one may fold where a check is free, unless somebody does",
    "origin.zone": "times are in UTC",
    "origin.fields": "the other fields of a PHH file",
}
"""Fields that do not come back, by name."""

UNSAID = (
    "A time in a zone that nobody knows is lost.",
    "Who has no chair gets one, and who has less than his blind comes back with a usual one.",
    "Refused are other games than hold'em, rules that no posts can say, such as a small bet that "
    "is not the big blind, chairs out of order, and amounts that would be counted otherwise when "
    "they are read.",
)
"""Losses of some hands only, and refusals."""

STREETS = ("Preflop", "Flop", "Turn", "River", "Showdown")
BET_TYPES = {Betting.NO_LIMIT: "NL", Betting.POT_LIMIT: "PL", Betting.LIMIT: "FL"}
VERSION = "1.4.7"


def write(history: HandHistory, hand: Hand) -> str:
    """One hand; refuses what would not be read as the same."""
    rules, origin = history.rules, history.origin
    chairs = origin.seats or tuple(range(1, rules.players + 1))
    posts = posts_of(rules)
    _check(history, hand, chairs, posts)

    def amount(chips: int) -> Number:
        return Number(to_amount(chips, origin.decimals))

    stakes, time = stakes_of(rules), in_utc(origin)
    cash = "" if origin.tournament else origin.currency or "XPM"
    whole: dict[str, object] = {
        "spec_version": VERSION,
        "site_name": origin.site,
        "network_name": origin.site,
        "internal_version": VERSION,
        "tournament": bool(origin.tournament),
    }
    if origin.tournament:
        whole["tournament_info"] = {"tournament_number": origin.tournament}
    whole |= {
        "game_number": origin.number,
        "start_date_utc": None if time is None else f"{time.isoformat()}Z",
        "table_name": origin.table,
        "game_type": "Holdem",
        "bet_limit": {"bet_type": BET_TYPES[rules.betting], "bet_cap": Number("0")},
        "table_size": origin.chairs,
        "currency": cash,
        "dealer_seat": chairs[-1],
        "small_blind_amount": amount(stakes.small),
        "big_blind_amount": amount(stakes.big),
        "ante_amount": amount(stakes.ante),
        "hero_player_id": origin.hero,
        "flags": ["Observed"] if origin.hero is None else [],
        "players": [
            {"id": seat, "seat": chairs[seat], "name": name, "starting_stack": amount(stack)}
            for seat, (name, stack) in enumerate(zip(history.names, rules.stacks, strict=True))
        ],
        "rounds": _rounds(history, hand, posts),
        "pots": list(_pots(history, hand)),
    }
    return dump({"ohh": whole}) + "\n\n"


def _check(history: HandHistory, hand: Hand, chairs: tuple[int, ...], posts: list[Post]) -> None:
    rules, origin = history.rules, history.origin
    opener = next((event.seat for event in hand.events if isinstance(event, Acted)), None)
    if not is_holdem(rules) or not _same(
        rules, rules_of(stakes_of(rules), rules.stacks, posts, opener)
    ):
        raise RefusedError("cannot be written", f"no posts say the rules of {rules.name!r}")
    button = chairs[-1]
    if len(set(chairs)) != rules.players or chairs != tuple(
        sorted(chairs, key=lambda chair: (chair <= button, chair))
    ):
        raise RefusedError("cannot be written", f"the chairs {chairs} do not follow one another")
    decimals = origin.decimals
    if decimals > 8 or (decimals if origin.tournament else decimals < 2 and origin.currency):
        raise RefusedError(
            "cannot be written",
            f"amounts with {decimals} decimals; money has 2 to 8, tournament chips have none",
        )
    if decimals == 1:
        raise RefusedError("cannot be written", "amounts with one decimal; they should have two")


def _same(rules: Rules, reread: Rules) -> bool:
    """True if rules come back as they are, except for what is lost."""
    blinds = rules.blinds
    if max(blinds) == max(reread.blinds) and live_posts(rules) == live_posts(reread):
        blinds = reread.blinds  # somebody has less than his blind, whatever that was
    return reread == replace(
        rules,
        name=reread.name,
        blinds=blinds,
        most_raises=reread.most_raises,
        free_folds=reread.free_folds,
        dead=rules.dead if any(rules.dead) else (),
    )


def _rounds(history: HandHistory, hand: Hand, posts: list[Post]) -> list[dict[str, object]]:
    """The posts and the cards, then what everybody did, then who showed."""
    left = list(history.rules.stacks)
    decimals = history.origin.decimals
    rounds: list[dict[str, object]] = []
    actions: list[dict[str, object]] = []

    def begin(street: int, cards: tuple[object, ...] = ()) -> None:
        nonlocal actions
        actions = []
        rounds.append(
            {
                "id": len(rounds),
                "street": STREETS[street],
                "cards": list(map(str, cards)),
                "actions": actions,
            }
        )

    def do(seat: int, what: str, chips: int | None = None, *, cards: bool = False) -> None:
        one: dict[str, object] = {
            "action_number": len(actions),
            "player_id": seat,
            "action": what,
        }
        if chips is not None:
            left[seat] -= chips
            one["amount"] = Number(to_amount(chips, decimals))
            one["is_allin"] = left[seat] == 0
        if cards:
            one["cards"] = list(map(str, history.holes[seat]))
        actions.append(one)

    begin(0)
    for what, seat, chips in posts:
        do(seat, what, chips)
    for seat, hole in enumerate(history.holes):
        if hole:
            do(seat, "Dealt Cards", cards=True)
    bet = True
    for event in hand.events:
        if isinstance(event, Board):
            begin(event.street, event.cards)
            bet = False
        elif isinstance(event, Acted):
            if event.kind == "raise":
                do(event.seat, "Raise" if bet else "Bet", event.chips)
                bet = True
            elif event.kind == "call" and event.chips:
                do(event.seat, "Call", event.chips)
            else:
                do(event.seat, "Fold" if event.kind == "fold" else "Check")
    showdown = hand.folded.count(False) > 1
    if showdown or history.shown:
        begin(4)
    for seat, out in enumerate(hand.folded):
        if seat in history.shown:
            do(seat, "Shows Cards", cards=True)
        elif showdown and not out:
            do(seat, "Mucks Cards")
    return rounds


def _pots(history: HandHistory, hand: Hand) -> Iterator[dict[str, object]]:
    """The pots, with the rake as it falls on those who win them, the main pot first."""
    decimals = history.origin.decimals
    due = winnings(hand)
    took = due if history.collected is None else history.collected
    owed = [had - got for had, got in zip(due, took, strict=True)]
    pots: dict[int, list[Won]] = {}
    for event in hand.events:
        if isinstance(event, Won):
            pots.setdefault(event.pot, []).append(event)
    for number, shares in pots.items():
        rake = 0
        wins = []
        for seat, chips, _ in shares:
            fee = min(owed[seat], chips)
            owed[seat] -= fee
            rake += fee
            win = Number(to_amount(chips - fee, decimals))
            wins.append({"player_id": seat, "win_amount": win})
        yield {
            "number": number,
            "amount": Number(to_amount(sum(share.chips for share in shares), decimals)),
            "rake": Number(to_amount(rake, decimals)),
            "player_wins": wins,
        }
