"""Make up people for the agent `person`: their last decisions, and what was counted before them.

    python -m training.crowd.people --data streams --out src/villain/models/crowd/people.npz

Styles are parts of the players to train on, by how often they enter a hand and how often with
a raise. Of each the mean statistics of many players are taken, and the network then plays people
who begin with them, at tables with one another, until their windows are full. *Anybody* is one of
as many parts of all players as there are such people. So the file has means and what the network
did, but nothing that a real player did.
"""

import argparse
import sys
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from training.crowd.splits import chosen
from training.crowd.stream_files import Decisions, load_decisions, save
from villain.agents.person import Person
from villain.game.deal import shuffle
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.game.presets import limit_holdem, no_limit_holdem
from villain.game.rules import Rules
from villain.game.situation import shown_cards
from villain.kernels.arrays import FloatArray
from villain.models.crowd.network import crowd_network
from villain.models.crowd.people import ANYBODY, GAMES, HIMSELF, STYLES, made_up_people
from villain.models.crowd.person import KnownPlayer
from villain.models.crowd.reader import CrowdReader
from villain.models.crowd.situations import COLUMNS, Codes
from villain.models.crowd.statistics import LIMIT, OWED, PLAYERS, STREET, Running

SOURCES = {
    "ring": ("ps25", "ps200", "ftp50", "ftp", "ong400", "ong"),
    "heads-up": ("ps",),
    "limit": ("irc",),
}
SEATS = {"ring": 6, "heads-up": 2, "limit": 6}

KNOWN, MOST_DECISIONS, MEANS_OF, HANDS = 100, 2000, 60, 400
"""Players with so many hands have a style; so many decisions of each are counted; a mean is of at
most so many of them; and it stands for so many hands."""

BOUNDS = {
    "nit": ((0.0, 0.1), (0.0, 1.0)),
    "rock": ((0.1, 0.4), (0.0, 0.5)),
    "regular": ((0.1, 0.55), (0.5, 1.0)),
    "loose": ((0.6, 0.9), (0.4, 1.0)),
    "station": ((0.7, 1.0), (0.0, 0.35)),
    "maniac": ((0.8, 1.0), (0.65, 1.0)),
}
"""For each style the parts of all players: by VPIP, and by PFR among those with such a VPIP."""

RAISING = 4
"""Into so many parts people with a like VPIP are divided by how often they raise."""

CHECKED, FAR = 10, 1.5
"""So often, in hands, people are looked at: who is farther from the mean of his kind than so many
standard deviations, luck included, becomes again what he was before."""

FEWEST = 5
"""A mean of fewer players would be too near to one of them."""

LITTLE = 0.01
"""No VPIP counts as less."""

_ACTION, _FRESH = len(COLUMNS), len(COLUMNS) + 2
"""Columns of a row of `KnownPlayer`."""

Flags = npt.NDArray[np.bool_]


class PlayerHabits(NamedTuple):
    """A player of a source: his hands, and in which parts of them he enters and raises."""

    hands: float
    vpip: float
    pfr: float
    decisions: Decisions
    player: int


def habits_of(game: str, folder: Path) -> list[PlayerHabits]:
    """The players to train on with their habits in a game, in the order of VPIP."""
    players = []
    for name in SOURCES[game]:
        decisions = load_decisions(folder / f"{name}.npz")
        mine = _of_game(decisions.situations, game)
        many, entered, raised = (
            _by_player(decisions, mine & flags) for flags in _begins_enters_raises(decisions)
        )
        train = chosen(decisions, "train", whole=False)
        for one in np.flatnonzero(train & (many >= KNOWN)).tolist():
            hands = float(many[one])
            shares = float(entered[one]) / hands, float(raised[one]) / hands
            players.append(PlayerHabits(hands, *shares, decisions, one))
    return sorted(players, key=lambda one: one.vpip)


def of_style(players: list[PlayerHabits], style: str) -> list[PlayerHabits]:
    """Those of a style: a part by VPIP, and of these a part by how often it is with a raise."""
    entering, raising = BOUNDS[style]
    there = players[round(entering[0] * len(players)) : round(entering[1] * len(players))]
    there.sort(key=lambda one: one.pfr / max(one.vpip, LITTLE))
    return there[round(raising[0] * len(there)) : round(raising[1] * len(there))]


def in_parts(players: list[PlayerHabits], parts: int) -> list[list[PlayerHabits]]:
    """Players in their order, in parts that have played as many hands."""
    sums = np.cumsum([one.hands for one in players])
    cuts = np.searchsorted(sums, sums[-1] * np.arange(1, parts) / parts)
    bounds = [0, *cuts.tolist(), len(players)]
    return [players[low:high] for low, high in pairwise(bounds)]


def everybody_in_parts(players: list[PlayerHabits], parts: int) -> list[list[PlayerHabits]]:
    """All players in at most so many parts: by how often they enter, then how often with a raise.

    There are fewer parts where one would have too few players for a mean that is nobody's.
    """
    for fewer in range(parts, RAISING, -RAISING):
        divided = _in_parts(players, fewer)
        if min(map(len, divided)) >= FEWEST:
            return divided
    return [players]


def _in_parts(players: list[PlayerHabits], parts: int) -> list[list[PlayerHabits]]:
    by_raising = []
    for part in in_parts(players, max(parts // RAISING, 1)):
        part.sort(key=lambda one: one.pfr / max(one.vpip, LITTLE))
        by_raising += in_parts(part, RAISING)
    return by_raising


class Kind(NamedTuple):
    """People of one kind in the mean: what is counted of them, and how they enter and raise.

    ``habits`` (2, 2) are the mean and the spread of VPIP and PFR.
    """

    counts: FloatArray
    habits: FloatArray


def kind_of(label: str, players: list[PlayerHabits], game: str, rng: np.random.Generator) -> Kind:
    """Such players in the mean."""
    if len(players) < FEWEST:
        sys.exit(f"{label}: {len(players)} players are too few for a mean that is nobody's")
    some = [players[one] for one in rng.permutation(len(players))[:MEANS_OF].tolist()]
    both = np.array([(one.vpip, one.pfr) for one in players])
    habits = np.array([both.mean(axis=0), both.std(axis=0)])
    print(
        f"{label}: {len(players)} players, VPIP {habits[0, 0]:.1%} ({both[:, 0].min():.1%} to "
        f"{both[:, 0].max():.1%}), PFR {habits[0, 1]:.1%}",
        file=sys.stderr,
    )
    counts = np.mean([_counts(one.decisions, one.player, game) for one in some], axis=0)
    return Kind(counts, habits)


def _of_game(codes: Codes, game: str) -> Flags:
    flags: Flags = (codes[:, LIMIT] > 0) == (game == "limit")
    if game == "ring":
        flags &= codes[:, PLAYERS] > 0
    return flags


def _begins_enters_raises(decisions: Decisions) -> tuple[Flags, Flags, Flags]:
    """Where a hand begins, where he enters it, and where he raises before the flop, once a hand."""
    first, actions = decisions.situations[:, STREET] == 0, decisions.actions
    paid = first & ((actions == 2) | ((actions == 1) & (decisions.situations[:, OWED] > 0)))
    return decisions.fresh, _once(decisions, paid), _once(decisions, first & (actions == 2))


def _once(decisions: Decisions, flags: Flags) -> Flags:
    """The first time in a hand."""
    hands = np.cumsum(decisions.fresh)
    there = np.flatnonzero(flags)
    _, first = np.unique(hands[there], return_index=True)
    once = np.zeros(len(flags), np.bool_)
    once[there[first]] = True
    return once


def _by_player(decisions: Decisions, flags: Flags) -> FloatArray:
    return np.bincount(decisions.owners[flags], minlength=len(decisions.splits)).astype(float)


def _counts(decisions: Decisions, player: int, game: str) -> FloatArray:
    """What is counted of a player, as if of `HANDS` hands."""
    start, end = decisions.offsets[player], decisions.offsets[player + 1]
    places = np.arange(start, min(end, start + MOST_DECISIONS))
    places = places[_of_game(decisions.situations[places], game)]
    running = Running(crowd_network().expected)
    for place in places.tolist():
        action, size = int(decisions.actions[place]), int(decisions.sizes[place])
        codes = decisions.situations[place].tobytes()
        running.add(codes, action, size, fresh=bool(decisions.fresh[place]))
        if decisions.shown[place] and (place + 1 == end or decisions.fresh[place + 1]):
            running.show(int(decisions.strengths[place, 0]))
    counts = running.counts()
    lately = slice(-9, -5)  # means already
    kept = counts[lately].copy()
    counts *= HANDS / max(decisions.fresh[places].sum(), 1)
    counts[lately] = kept
    return counts


class Forming(Person):
    """Somebody who is becoming himself: he goes on learning from what he does.

    Only his window and statistics do; he is a person, not a program that leans to one thing.
    """

    def __init__(self, seed: int, kind: Kind) -> None:
        super().__init__(seed)
        self.kind = kind
        self._reader = CrowdReader()
        self._kept: KnownPlayer | None = None

    @property
    def grown(self) -> KnownPlayer | None:
        """Him as he is by now."""
        return self._reader.player(HIMSELF)

    @property
    def hands(self) -> int:
        """The number of hands in his window."""
        player = self.grown
        return 0 if player is None else int(self._rows(player)[:, _FRESH].sum())

    def watch(self, seen: Observation) -> None:
        """Take in what he did last, and what he showed."""
        self._face(seen)
        shown = shown_cards(seen).get(seen.seat)
        if shown:
            self._reader.show(HIMSELF, shown, seen.board)

    def stay_in_kind(self) -> None:
        """Go back to what he was when this was last asked, if he has left his kind since."""
        player, network = self.grown, crowd_network()
        if player is None:
            return
        rows = self._rows(player)
        self._reader = CrowdReader()
        if self._strays(rows):
            if self._kept is not None:
                self._reader.introduce(HIMSELF, self._kept.copy())
            return
        before = player.before
        if self._kept is None:
            before = Running.from_counts(network.expected, self.kind.counts)
        self._reader.introduce(HIMSELF, KnownPlayer.of_rows(network, rows, before))
        self._kept = KnownPlayer.of_rows(network, rows, before)

    def _strays(self, rows: Codes) -> bool:
        """True if he enters or raises more or less often than his kind does."""
        mean, spread = self.kind.habits
        first, actions, hands = rows[:, STREET] == 0, rows[:, _ACTION], rows[:, _FRESH].sum()
        raised = first & (actions == 2)
        entered = raised | (first & (actions == 1) & (rows[:, OWED] > 0))
        number = np.cumsum(rows[:, _FRESH])
        often = np.array([len(np.unique(number[flags])) for flags in (entered, raised)]) / hands
        luck = mean * (1 - mean) / hands
        return bool((np.abs(often - mean) > FAR * np.sqrt(spread**2 + luck)).any())

    @staticmethod
    def _rows(player: KnownPlayer) -> Codes:
        return np.array([np.frombuffer(row, np.uint8) for row in player.rows])

    def _begin(self, seen: Observation) -> None:  # noqa: ARG002
        self._weights = self._answer = None


def rules_of(game: str, rng: np.random.Generator) -> Rules:
    """A table with the stacks that people bring: most around a hundred big blinds."""
    if game == "limit":
        return limit_holdem(SEATS[game])
    blinds = np.where(rng.random(SEATS[game]) < 0.2, rng.uniform(20, 60, SEATS[game]), 100.0)
    blinds *= np.where(rng.random(SEATS[game]) < 0.3, rng.uniform(1, 2, SEATS[game]), 1.0)
    rules = no_limit_holdem(SEATS[game], big_blind=100, stack=10_000)
    return rules.with_stacks(*(100 * blinds).round().astype(int).tolist())


def grow_up(people: list[Forming], game: str, rng: np.random.Generator, hands: int) -> None:
    """Let people play with one another, at tables drawn anew for each hand."""
    for number in range(3 * hands):
        if number % CHECKED == 0:
            for person in people:
                person.stay_in_kind()
            if number >= hands and min(person.hands for person in people) >= hands // 2:
                return
        order = rng.permutation(len(people))
        for at in range(0, len(order) - SEATS[game] + 1, SEATS[game]):
            table = [people[one] for one in order[at : at + SEATS[game]]]
            rules = rules_of(game, rng)
            hand = Hand(rules, shuffle(rules, rng), tuple(f"p{seat}" for seat in range(len(table))))
            while hand.seat is not None:
                hand.act(table[hand.seat].act(hand.observation(hand.seat)))
            for seat, person in enumerate(table):
                person.watch(hand.observation(seat))


def rows_of(person: Forming) -> tuple[Codes, FloatArray]:
    """His rows, and the counts before them."""
    player = person.grown
    assert player is not None, "he has decided nothing"
    rows = np.array([np.frombuffer(row, np.uint8) for row in player.rows])
    return rows, player.before.counts()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Make up people for the agent person.")
    parser.add_argument("--data", type=Path, required=True, help="the folder of streams")
    parser.add_argument("--out", type=Path, required=True, help="the file to write, .npz")
    parser.add_argument("--each", type=int, default=6, help="so many of each style")
    parser.add_argument("--anybody", type=int, default=24, help="so many of no style")
    parser.add_argument("--hands", type=int, default=110, help="so many hands each plays")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES, help="leave the others")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    kinds: list[str] = []
    rows: list[Codes] = []
    counts: list[FloatArray] = []
    if len(asked.games) < len(GAMES):
        for label, others in made_up_people().items():
            if label.partition("/")[0] not in asked.games:
                kinds += [label] * len(others)
                rows += [one.rows for one in others]
                counts += [one.counts for one in others]
    for game in asked.games:
        rng = np.random.default_rng((asked.seed, GAMES.index(game)))
        players = habits_of(game, asked.data)
        wanted, of_kind = [], []
        for style in STYLES:
            kind = kind_of(f"{game}/{style}", of_style(players, style), game, rng)
            wanted += [style] * asked.each
            of_kind += [kind] * asked.each
        parts = [
            kind_of(f"{game}/{ANYBODY} {number}", part, game, rng)
            for number, part in enumerate(everybody_in_parts(players, asked.anybody))
        ]
        wanted += [ANYBODY] * asked.anybody
        of_kind += [parts[number % len(parts)] for number in range(asked.anybody)]
        seeds = rng.integers(2**31, size=len(wanted)).tolist()
        people = [Forming(seed, kind) for seed, kind in zip(seeds, of_kind, strict=True)]
        grow_up(people, game, rng, asked.hands)
        for style, person in zip(wanted, people, strict=True):
            mine, before = rows_of(person)
            kinds.append(f"{game}/{style}")
            rows.append(mine)
            counts.append(before)
        print(f"{game}: {len(people)} people", file=sys.stderr)
    save(
        {
            "kinds": np.array(kinds),
            "lengths": np.array([len(mine) for mine in rows]),
            "rows": np.concatenate(rows),
            "counts": np.array(counts, np.float32),
        },
        asked.out,
    )


if __name__ == "__main__":
    main()
