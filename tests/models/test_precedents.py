"""What a player did before in the same place."""

from tests.game.table import play, ring, start
from villain.models.precedents import PastAction, Precedent, Precedents

STACKS = ring(200, 200, 200)


def test_what_was_done_shown_and_good() -> None:
    precedents = Precedents()
    for cards in ("2c7d 3c8d AsAd", "2c7d 3c8d 4s9d"):  # aces, then nothing
        hand = play(start(STACKS, cards, "KsQhJd 2h 3h"), "r20 c f  c r20 c  c c  c c")
        assert hand.over
        precedents.observe(hand.observation(1))
    now = play(start(STACKS, "2c7d 3c8d 5s9d", "KsQhJd 2h 3h"), "r20")
    seat = 2
    assert precedents.of(now.observation(0), seat) == Precedent(PastAction(0, "raise", ""), 2, 2, 1)
    assert precedents.of(now.observation(0), 0) is None
    now = play(now, "c f c")
    before = precedents.of(now.observation(0), 0)
    assert before == Precedent(PastAction(1, "check", "call"), 2, 2, 0)


def test_what_is_new_has_not_been_seen() -> None:
    hand = play(start(STACKS, "2c7d 3c8d 4s9d"), "r20")
    assert Precedents().of(hand.observation(0), 2) == Precedent(PastAction(0, "raise", ""))
