from training.crowd.made_up_stacks import TableNames, rewritten, stacks_of
from villain.hands.formats.format import read_hand
from villain.hands.formats.phh import FORMAT

DEALT = [f"d dh p{seat} ????" for seat in (1, 2, 3)]
SIDE_POT = [
    "p3 cbr 8",
    "p1 cc",
    "p2 cc",
    "d db 2h7s9c",
    "p1 cc",
    "p2 cc",
    "p3 cbr 12",
    "p1 cbr 40",
    "p2 cc",
    "d db Jd",
    "p1 cbr 90",
    "p2 f",
]
"""The third bets his last 12 and is raised: he does not answer, and is still in."""


def _hand(actions: list[str]) -> str:
    return "\n".join(
        (
            "[1]",
            "variant = 'NT'",
            "ante_trimming_status = false",
            "antes = [0, 0, 0]",
            "blinds_or_straddles = [0.50, 1, 0]",
            "min_bet = 1",
            "starting_stacks = [inf, inf, inf]",
            f"actions = {[*DEALT, *actions]}",
            "table = 'HandHQ'",
            "players = ['Ann', 'Bob', 'Cleo']",
        )
    )


def test_who_does_not_answer_was_all_in_and_the_rules_agree() -> None:
    assert stacks_of([50, 100, 0], SIDE_POT) == [13_900, 10_000, 2_000]
    text = rewritten(_hand([*SIDE_POT, "d db Kd"]), TableNames())
    history, hand = read_hand(FORMAT, text.partition("\n")[2])
    assert hand.rules.stacks == (1_390, 1_000, 200)  # in dimes: nothing here is finer
    assert hand.state.inside == [0, 2]
    assert history.origin.table == "table 1"


def test_all_who_are_left_are_all_in_where_cards_come_without_a_bet() -> None:
    runs_out = ["p3 cbr 30", "p1 f", "p2 cc", "d db 2h7s9c", "d db Jd", "d db Kd"]
    assert stacks_of([50, 100, 0], runs_out) == [10_000, 3_000, 3_000]
    checked = ["p3 f", "p1 cc", "p2 cc", "d db 2h7s9c", "p1 cc", "p2 cc", "d db Jd", "p1 cbr 1"]
    assert stacks_of([50, 100, 0], [*checked, "p2 f"]) == [10_000] * 3


def test_a_table_is_known_by_most_of_its_players() -> None:
    tables = TableNames()
    assert tables.name("ABCDE") == "table 1"
    assert tables.name("VWXYZ") == "table 2"
    assert tables.name("ABCDF") == "table 1"
    assert tables.name("ABXYZ") == "table 2"
    assert tables.name("ABKLM") == "table 5"
