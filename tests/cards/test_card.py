"""Cards, combos and classes: every spelling, every mistake."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.drawing import cards
from villain.cards import CLASSES, COMBOS, DECK, Card, Combo, parse_cards, parse_distinct, show
from villain.errors import ImpossibleError, NotationError


@pytest.mark.parametrize(
    "text",
    ["As Td 9c", "AsTd9c", "As,Td,9c", " As ,\tTd;9c ", "asTD9C", "A♠T♦9♣", "A♤ T♢ 9♧", "A♠️10♦️9♣️"],
)
def test_any_spacing_and_any_suit_signs(text: str) -> None:
    assert show(parse_cards(text)) == "As Td 9c"


@given(cards(0, 52), st.sampled_from(["", " ", ", ", ";"]), st.booleans())
def test_what_is_printed_is_read_back(hand: tuple[Card, ...], gap: str, symbols: bool) -> None:
    text = gap.join(card.symbol if symbols else str(card) for card in hand)
    assert parse_cards(text) == hand


@pytest.mark.parametrize(
    ("text", "token", "place"),
    [("Ax", "Ax", 1), ("As Tx 9c", "Tx", 4), ("AsK", "K", 3), ("1s", "1s", 1), ("As, 🂡", "🂡", 5)],
)
def test_a_wrong_card_is_named_with_its_place(text: str, token: str, place: int) -> None:
    with pytest.raises(NotationError, match=rf"'{token}' at position {place} is not a card"):
        parse_cards(text)


def test_a_card_twice_is_named_with_both_places() -> None:
    with pytest.raises(ImpossibleError, match="As stands twice, as card 1 and as card 3"):
        parse_distinct("As Kd A♠")


def test_numbers_outside_the_deck_are_no_cards() -> None:
    for number in (-1, 52):
        with pytest.raises(NotationError, match="0 to 51"):
            Card(number)


def test_combos_are_numbered_0_to_1325_by_their_two_cards() -> None:
    assert len(COMBOS) == 1326
    pairs = [(high, low) for high in DECK for low in DECK if low < high]
    assert [combo.cards for combo in COMBOS] == pairs
    assert all(Combo.of(low, high) == number for number, (high, low) in enumerate(pairs))


def test_classes_are_the_169_of_the_books() -> None:
    sizes = {"": 6, "s": 4, "o": 12}
    assert len({str(hand) for hand in CLASSES}) == 169
    assert all(len(hand.combos) == sizes[hand.suffix] for hand in CLASSES)
    assert sum(len(hand.combos) for hand in CLASSES) == 1326
    assert [str(hand) for hand in CLASSES[:3]] == ["AA", "AKs", "AQs"]
    assert str(CLASSES[13]) == "AKo"
    assert {str(Combo.parse(text).starting_class) for text in ("7d2c", "2h7s")} == {"72o"}


@pytest.mark.parametrize("text", ["Ah", "AhKhQh", ""])
def test_a_hand_has_two_cards(text: str) -> None:
    with pytest.raises(NotationError, match="it takes two, such as AhKh"):
        Combo.parse(text)


def test_cards_and_combos_pickle() -> None:
    for thing in (DECK[5], COMBOS[77], CLASSES[9]):
        copy = pickle.loads(pickle.dumps(thing))
        assert (type(copy), str(copy), copy) == (type(thing), str(thing), thing)


def test_numbers_that_are_no_combos() -> None:
    for number in (-1, 1326):
        with pytest.raises(NotationError, match="0 to 1325"):
            Combo(number)
    with pytest.raises(ImpossibleError, match="two different cards"):
        Combo.of(5, 5)
    with pytest.raises(NotationError, match="0 to 51"):
        Combo.of(-1, 3)
