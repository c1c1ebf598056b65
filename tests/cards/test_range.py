"""Ranges: the dialects, the shortest form, arithmetic, and mistakes."""

import pickle
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.drawing import ranges
from villain.cards import CLASSES, DECK, RANKS, Card, Range
from villain.errors import ImpossibleError, NotationError


def names(text: str) -> set[str]:
    """The classes that a range has in full."""
    grid = Range(text).by_class().ravel()
    return {str(hand) for hand in CLASSES if grid[hand] == 1}


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("QQ+", "QQ KK AA"),
        ("88-55", "88 77 66 55"),
        ("55-88", "88 77 66 55"),
        ("ATs+", "ATs AJs AQs AKs"),
        ("A5s-A2s", "A5s A4s A3s A2s"),
        ("T9s-54s", "T9s 98s 87s 76s 65s 54s"),
        ("98o-65o", "98o 87o 76o 65o"),
        ("KQ", "KQs KQo"),
        ("JT+", "JTs JTo"),
        ("Q9o+", "Q9o QTo QJo"),
        ("A9-A8", "A9s A9o A8s A8o"),
        ("Axs", "AKs AQs AJs ATs A9s A8s A7s A6s A5s A4s A3s A2s"),
        ("aa, kK ; jts\n98S", "AA KK JTs 98s"),
        ("QQ+ AKs", "QQ KK AA AKs"),
        ("KAs", "AKs"),
        ("88–66", "88 77 66"),
        ("top 1%", "AA KK QQ"),
        ("2%", "AA KK QQ JJ TT"),
        ("none", ""),
    ],
)
def test_dialects(text: str, hands: str) -> None:
    assert names(text) == set(hands.split())


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("AhKh", "KhAh"),
        ("A♥K♥", "AhKh"),
        ("Ah Kh", "AhKh"),
        ("50%(AKs)", "AKs:0.5"),
        ("AKs:50%", "AKs:0.5"),
        ("[50]AKs, QQ[/50]", "AKs:0.5, QQ:0.5"),
        ("25%(AKs, AhKd:0.5)", "AKs:0.25, AhKd:0.125"),
        ("22+, 77:0.5", "66-22, 77:.5, 88+"),
        ("random", "22+, A2+, K2+, Q2+, J2+, T2+, 92+, 82+, 72+, 62+, 52+, 42+, 32"),
        ("any two", "top 100%"),
        ("AKs, AKo", "AK"),
        ("10h9h, A10s, 10S8S", "Th9h, ATs, Ts8s"),
        ("A10+, J10, Q10:0.5, AA:10", "AT+, JT, QT:0.5, AA:10"),
        ("Ah, Kh", "AhKh"),
        ("A\u212as, \u212a\u212a, A\u017f\u212a\u017f", "AKs, KK, AsKs"),
    ],
)
def test_notations_that_mean_the_same(text: str, same: str) -> None:
    assert Range(text) == Range(same)


def test_top_is_the_fewest_best_classes_with_at_least_that_share() -> None:
    hands = Range("top 15%")
    assert hands.total / 1326 >= 0.15
    assert Range("top 14%").total < hands.total < Range("top 16%").total
    assert Range("top 100%") == Range.random()


@given(ranges())
@settings(max_examples=150)
@example(Range("none"))
@example(Range.random())
@example(Range(np.full(1326, 0.1) + 0.2))
@example(Range.random().normalised())
@example(Range("random").without(Card.parse("As")))
@example(hands=Range("2d2c:1e-10"))  # ten is no card here
def test_what_is_printed_is_read_back(hands: Range) -> None:
    assert Range(str(hands)) == hands


@given(st.sets(st.sampled_from(CLASSES)))
def test_any_set_of_classes_is_read_back(hands: set[int]) -> None:
    full = Range({combo: 1.0 for hand in hands for combo in CLASSES[hand].combos})
    assert Range(str(full)) == full


@cache
def all_tokens() -> list[tuple[str, frozenset[int]]]:
    """Every class token of the notation, found by trying; the shortest text for each meaning."""
    plain = [a + b + s for a, b in product(RANKS, RANKS) for s in ("", "s", "o")]
    spans = [f"{x}-{y}" for x, y in product(plain, plain) if x[2:] == y[2:] and _aligned(x, y)]
    found: dict[frozenset[int], str] = {}
    for text in [*plain, *(f"{x}+" for x in plain), *spans]:
        try:
            weights = Range(text).weights
        except NotationError:
            continue
        combos = frozenset(np.flatnonzero(weights).tolist())
        if combos not in found or len(text) < len(found[combos]):
            found[combos] = text
    return [
        (text, frozenset(hand for hand in CLASSES if set(hand.combos) <= combos))
        for combos, text in found.items()
    ]


def _aligned(x: str, y: str) -> bool:
    (a, b), (c, d) = ([RANKS.index(r) for r in name[:2]] for name in (x, y))
    return a > c or b > d


def shortest_cover(wanted: frozenset[int]) -> int:
    """The length of the shortest text for a set of classes, by trying all ways to extend it."""
    tokens = [(len(text) + 2, hands) for text, hands in all_tokens() if hands <= wanted]
    best = {frozenset[int](): 0}
    for _ in range(len(wanted)):
        for covered, length in list(best.items()):
            missing = wanted - covered
            if missing:
                target = min(missing)
                for price, hands in tokens:
                    if target in hands:
                        more = covered | hands
                        best[more] = min(best.get(more, 999), length + price)
    return best[wanted] - 2


@given(
    st.lists(
        st.sampled_from("AA KK QQ AKs AQs AJs AKo AQo KQs KQo KJs QJs JTs QJo T9s".split()),
        min_size=1,
        max_size=10,
        unique=True,
    )
)
@settings(max_examples=25)
@pytest.mark.slow
def test_the_printed_form_is_the_shortest(hands: list[str]) -> None:
    wanted = frozenset(hand for hand in CLASSES if str(hand) in hands)
    assert len(str(Range(",".join(hands)))) == shortest_cover(wanted)


@pytest.mark.parametrize(
    ("text", "shortest"),
    [
        ("AA,KK,QQ", "QQ+"),
        ("AA,QQ,JJ,TT", "AA, QQ-TT"),
        ("AKs,AQs,AJs,ATs", "ATs+"),
        ("54s,65s,76s,87s,98s,T9s", "T9s-54s"),
        ("A2s,A3s,A4s,A5s,QQ+,AK", "QQ+, AK, A5s-A2s"),
        ("AKs:0.5, AhKh:0.25", "AdKd:0.5, AsKs:0.5, AcKc:0.5, AhKh:0.25"),
        ("random:0.5", "random:0.5"),
        ("AA:0.00001, KK:1e100, QQ:2", "KK:1e100, QQ:2, AA:1e-5"),
    ],
)
def test_printed_forms(text: str, shortest: str) -> None:
    assert sorted(str(Range(text)).split(", ")) == sorted(shortest.split(", "))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the range is empty"),
        ("  , ", "the range is empty"),
        ("QQ+, QX+", "token 2, 'QX+' at position 6"),
        ("AA KK 7", "token 3, '7' at position 7"),
        ("AKs:-0.5", "'-0.5' at position 5, cannot be read; a weight is 0 or more"),
        ("AKs:half", "a weight is a number"),
        ("50%AKs", "token 1, '50%AKs'"),
        ("AKs:nan", "a weight is a number"),
        ("AKs:1e999", "a weight is at most 1e+100"),
        ("AhAh", "the card Ah stands in it twice"),
        ("AhKx", "'AhKx' at position 1"),
        ("QQs", "a pair is neither suited nor offsuit; write QQ"),
        ("88s+", "write 88"),
        ("AKs-QJo", "its ends should be pairs"),
        ("AKs-Q9s", "its ends should be pairs"),
        ("AA-KQ", "its ends should be pairs"),
        ("AhKh+", "'AhKh+'"),
        ("50%(AKs", "'50%(' at position 1, cannot be read; it is never closed"),
        ("AKs)", "open it with a share"),
        ("[50]AKs", "never closed"),
        ("AKs[/50]", "open it with a share"),
        ("120%(AKs)", "a share is 0 to 100"),
        ("top 150%", "a share is 0 to 100"),
        ("top -5%", "a share is 0 to 100"),
        ("randomly", "'randomly' at position 1"),
    ],
)
def test_mistakes_are_named_in_one_line_with_their_place(text: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        Range(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["1" * 200_000, "[/" + " " * 100_000, "[5" + "\t" * 100_000])
def test_long_nonsense_is_refused_in_linear_time(text: str) -> None:
    with pytest.raises(NotationError):
        Range(text)


@given(
    st.one_of(
        st.text(alphabet="AKQJT98765432shdcox+-:.,()[]% 50top♥♠", max_size=20),
        st.text(max_size=20),
    )
)
@settings(max_examples=400)
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        hands = Range(text)
    except NotationError as error:
        assert "\n" not in str(error)
    else:
        assert Range(str(hands)) == hands


@given(ranges(), ranges(), st.lists(st.sampled_from(DECK), max_size=5))
def test_arithmetic(one: Range, other: Range, dead: list[Card]) -> None:
    assert one | other == other | one
    assert one & other == other & one
    assert (one | other) & one == one
    assert (one & other) | one == one
    assert one.without(*dead) & one == one.without(*dead)
    assert not any(set(combo.cards) & set(dead) for combo in one.without(*dead))
    assert (2 * one).total == pytest.approx(2 * one.total)
    assert one.without(*dead).without(*dead) == one.without(*dead)
    if one:
        assert one.normalised().total == pytest.approx(1)
    assert pickle.loads(pickle.dumps(one)) == one
    assert hash(Range(np.array(one.weights))) == hash(one)


def test_ranges_do_not_change() -> None:
    source = np.ones(1326)
    hands = Range(source)
    source[0] = 7
    assert hands[0] == 1
    with pytest.raises(ValueError, match="read-only"):
        hands.weights[0] = 2


def test_wrong_weights_are_refused() -> None:
    with pytest.raises(NotationError, match="1326 weights"):
        Range(np.ones(169))
    for wrong in (-1, np.nan, np.inf, 1e101):
        weights = np.ones(1326)
        weights[1325] = wrong
        with pytest.raises(NotationError, match="AsAh has weight"):
            Range(weights)
    with pytest.raises(NotationError, match="weights are 0 to 1e"):
        -1 * Range("AA")
    with pytest.raises(NotationError, match="0 to 1325"):
        Range({-1: 1.0})
    with pytest.raises(NotationError, match="0 to 51"):
        Range("AA").without(-1)
    with pytest.raises(TypeError):
        Range("AA") | "KK"  # type: ignore[operator]
    with pytest.raises(ImpossibleError, match="empty range"):
        Range("none").normalised()
