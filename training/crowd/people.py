"""Make up people for the agent `person`: their last decisions, and what was counted before them.

    python -m training.crowd.people --data streams --out src/villain/models/crowd/people.npz

Styles are parts of the players to train on, by how often they enter a hand and how often with
a raise. Of each the mean statistics of many players are taken, and the network then plays people
who begin with them, at tables with one another, until their windows are full. *Anybody* begins as
a stranger. So the file has means and what the network did, but nothing that a real player did.
"""

import argparse
import sys
from pathlib import Path

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
from villain.models.crowd.people import ANYBODY, GAMES, HIMSELF, STYLES
from villain.models.crowd.person import KnownPlayer
from villain.models.crowd.reader import CrowdReader
from villain.models.crowd.situations import Codes
from villain.models.crowd.statistics import LIMIT, OWED, PLAYERS, STREET, Running

SOURCES = {
    "ring": ("ps25", "ps200", "ftp50", "ftp", "ong400", "ong"),
    "heads-up": ("ps",),
    "limit": ("irc",),
}
SEATS = {"ring": 6, "heads-up": 2, "limit": 6}

KNOWN, MOST_DECISIONS, MEANS_OF, HANDS = 200, 2000, 60, 400
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

Flags = npt.NDArray[np.bool_]


def style_counts(game: str, folder: Path, rng: np.random.Generator) -> dict[str, FloatArray]:
    """The mean counts of the players of each style in a game."""
    streams: list[tuple[float, float, Decisions, int]] = []
    for name in SOURCES[game]:
        decisions = load_decisions(folder / f"{name}.npz")
        mine = _of_game(decisions, game)
        many, entered, raised = (
            _by_player(decisions, mine & flags) for flags in _habits(decisions)
        )
        train = chosen(decisions, "train", whole=False)
        for player in np.flatnonzero(train & (many >= KNOWN)).tolist():
            share = entered[player] / many[player], raised[player] / many[player]
            streams.append((*share, decisions, player))
    vpip, pfr = np.array([one[:2] for one in streams]).T
    counts = {}
    for style, (entering, raising) in BOUNDS.items():
        low, high = np.quantile(vpip, entering)
        there = (vpip >= low) & (vpip <= high)
        low, high = np.quantile((pfr / vpip)[there], raising)
        there &= (pfr / vpip >= low) & (pfr / vpip <= high)
        some = rng.permutation(np.flatnonzero(there))[:MEANS_OF]
        print(
            f"{game}/{style}: {there.sum()} players, VPIP {vpip[there].mean():.1%} "
            f"({vpip[there].min():.1%} to {vpip[there].max():.1%}), PFR {pfr[there].mean():.1%}",
            file=sys.stderr,
        )
        counts[style] = np.mean(
            [_counts(streams[one][2], streams[one][3], game) for one in some], axis=0
        )
    return counts


def _of_game(decisions: Decisions, game: str) -> Flags:
    codes = decisions.situations
    flags: Flags = (codes[:, LIMIT] > 0) == (game == "limit")
    if game == "ring":
        flags &= codes[:, PLAYERS] > 0
    return flags


def _habits(decisions: Decisions) -> tuple[Flags, Flags, Flags]:
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
    places = places[_of_game(decisions, game)[places]]
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
    """Somebody who is becoming himself: he goes on learning from what he does."""

    def __init__(self, seed: int, before: FloatArray | None) -> None:
        super().__init__(seed)
        self._before = before
        self._reader = CrowdReader()

    @property
    def himself(self) -> KnownPlayer | None:
        """Him as he is by now."""
        return self._reader.player(HIMSELF)

    def watch(self, seen: Observation) -> None:
        """Take in what he did last, and what he showed."""
        self._face(seen)
        shown = shown_cards(seen).get(seen.seat)
        if shown:
            self._reader.show(HIMSELF, shown, seen.board)

    def _begin(self, seen: Observation) -> None:  # noqa: ARG002
        self._weights = self._answer = None
        player, network = self.himself, crowd_network()
        if player is not None and self._before is not None:
            rows = np.array([np.frombuffer(row, np.uint8) for row in player.rows])
            before = Running.from_counts(network.expected, self._before)
            self._reader.introduce(HIMSELF, KnownPlayer.of_rows(network, rows, before))
            self._before = None


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
    for _ in range(hands):
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
    player = person.himself
    assert player is not None, "he has decided nothing"
    rows = np.array([np.frombuffer(row, np.uint8) for row in player.rows])
    return rows, player.before.counts()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Make up people for the agent person.")
    parser.add_argument("--data", type=Path, required=True, help="the folder of streams")
    parser.add_argument("--out", type=Path, required=True, help="the file to write, .npz")
    parser.add_argument("--each", type=int, default=8, help="so many of each style")
    parser.add_argument("--anybody", type=int, default=24, help="so many of no style")
    parser.add_argument("--hands", type=int, default=150, help="so many hands each plays")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    kinds: list[str] = []
    rows: list[Codes] = []
    counts: list[FloatArray] = []
    for number, game in enumerate(GAMES):
        rng = np.random.default_rng((asked.seed, number))
        means = style_counts(game, asked.data, rng)
        wanted = [style for style in STYLES for _ in range(asked.each)]
        wanted += [ANYBODY] * asked.anybody
        seeds = rng.integers(2**31, size=len(wanted)).tolist()
        people = [
            Forming(seed, means.get(style)) for seed, style in zip(seeds, wanted, strict=True)
        ]
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
