"""Mining: on hands of our own, whose decisions are also told another way."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.hands.scripted_players import EVERYBODY, Player, limit, play, store_of
from villain.errors import VillainError
from villain.evaluation.replaying import replay
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.hand import Hand
from villain.game.situation import Decision
from villain.hands.store.hand_store import HandStore
from villain.profiles.mining.heads_up import FacedSequence, heads_up_hands
from villain.profiles.mining.mining import mine
from villain.profiles.splitting import digest, for_training
from villain.strategy.huang.abstraction import Abstraction, faces_bet


class Gambler(Player):
    """Raises to anything at all, and calls often enough to see rivers."""

    def act(self, hand: Hand, rng: np.random.Generator) -> Action:
        legal = hand.legal
        assert legal is not None
        if legal.can_raise and rng.random() < 0.5:
            return raise_to(int(legal.least + (legal.most - legal.least) * rng.random() ** 4))
        return FOLD if legal.fold and rng.random() < 0.1 else CALL


HEADS_UP = play([*EVERYBODY, Gambler("Gambler"), Gambler("Gambler's twin")], 300, 2, 11)
OTHERS = [*play(EVERYBODY, 20, 3, 12), *play(EVERYBODY, 20, 2, 13, limit)]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> HandStore:
    folder = tmp_path_factory.mktemp("mining") / "hands"
    return store_of(folder, HEADS_UP[150:], OTHERS, HEADS_UP[:150])  # the later ones came in first


def told_otherwise(hand: list[Decision]) -> Iterator[FacedSequence]:
    """The same from situations, by writing out the whole hand each time."""
    done: list[tuple[int, int, str]] = []
    for decision in hand:
        situation = decision.situation
        beyond = (decision.chips - situation.owed) / (situation.pot + situation.owed)
        letter = {"fold": "0", "call": "1"}.get(decision.kind, "2" if beyond <= 1 else "3")
        now = "".join(one for street, _, one in done if street == situation.street)
        raisers = [
            seat for street, seat, one in done if street == situation.street - 1 and one in "23"
        ]
        other = "1" if raisers and raisers[-1] != decision.seat else "0"
        head = f"{situation.street}{min(len(raisers), 4)}{other}"
        yield FacedSequence(decision.name, head + now[-4:], int(letter))
        assert faces_bet(head + now[-4:]) == (situation.owed > 0)
        done.append((situation.street, decision.seat, letter))


def test_situations_are_those_of_the_replayed_hands_oldest_first(store: HandStore) -> None:
    wanted = [
        list(told_otherwise(hand))
        for hand in replay(store, "players = 2 AND betting = 'nolimit'")
        if hand
    ]
    found = list(heads_up_hands(store, Abstraction()))
    assert found == wanted
    assert len(found) == len(HEADS_UP)
    assert {situation.action for hand in found for situation in hand} == {0, 1, 2, 3}


def test_counts_are_all_decisions_of_those_with_enough_hands(store: HandStore) -> None:
    dealt = Counter(name for history in HEADS_UP for name in history.names)
    least = sorted(dealt.values())[4]
    styles = mine(store, min_hands=least).styles
    enough = {digest(name): name for name, hands in dealt.items() if hands >= least}
    assert styles.players.tolist() == sorted(enough)
    wanted = Counter(
        one
        for hand in heads_up_hands(store, Abstraction())
        for one in hand
        if one.name in enough.values()
    )
    found: Counter[FacedSequence] = Counter()
    for number, player in enumerate(styles.players.tolist()):
        assert styles.hands[number] == dealt[enough[player]]
        for sequence, row in styles.counts_of(number).items():
            for action in np.flatnonzero(row):
                found[FacedSequence(enough[player], sequence, int(action))] += int(row[action])
    assert found == wanted
    assert styles.decisions == sum(wanted.values())


def test_who_is_held_back_is_in_no_file(store: HandStore) -> None:
    everybody, mined = mine(store, min_hands=1), mine(store, min_hands=1, hold_back=True)
    names = {name for history in HEADS_UP for name in history.names}
    assert set(everybody.styles.players.tolist()) == {digest(name) for name in names}
    kept = {digest(name) for name in names if for_training(name)}
    assert 0 < len(kept) < len(names)
    assert set(mined.styles.players.tolist()) == kept
    assert (everybody.held_back, mined.held_back) == (0, len(names) - len(kept))


def test_a_finer_abstraction_is_a_parameter(store: HandStore) -> None:
    fine = mine(store, Abstraction(ratios=(0.25, 0.5, 1.0), length=6), 1).styles
    coarse = mine(store, Abstraction(), 1).styles
    assert fine.counts.shape[1] == 6
    assert fine.decisions == coarse.decisions
    assert len(fine.sequences) > len(coarse.sequences)


def test_there_has_to_be_something_to_mine(store: HandStore, tmp_path: Path) -> None:
    with pytest.raises(VillainError, match=r"nobody has 5,000 heads-up hands; the most are \d\d"):
        mine(store, min_hands=5000)
    held_back = [one for one in EVERYBODY if not for_training(one.name)][:2]
    alone = store_of(tmp_path / "alone", play(held_back, 3, 2, 14))
    with pytest.raises(VillainError, match="all 2 players with enough hands are held back"):
        mine(alone, min_hands=1, hold_back=True)
    with pytest.raises(VillainError, match="no heads-up no-limit hands"):
        mine(store_of(tmp_path / "hands", OTHERS))
