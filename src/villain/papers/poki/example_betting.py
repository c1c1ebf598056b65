"""Table 4: the betting of the example hand, and what our agents would do in poki's place."""

from villain.agents.poki import Poki, simulate_actions
from villain.cards.card import parse_cards, show
from villain.game.actions import Action
from villain.game.deal import Deal
from villain.game.hand import Hand
from villain.game.presets import limit_holdem
from villain.game.script import parse_script
from villain.papers.poki.example_hand import HAND, HIS, OURS, POKI, STREETS
from villain.papers.report import Report, Section, Setting
from villain.strategy.simulation import Budget

SEATS = ("SB", "BB", "EP", "MP", "Poki")
OTHERS = ("Ac3d", "Kd2c", HIS, "8c3s", OURS)
"""The text knows only two hands; what the others fold does not matter here."""


def reproduce_table4(setting: Setting) -> Report:
    """The scenario, and at each of poki's turns the formula's triple and the simulated values."""
    rules = limit_holdem(5)
    streets = parse_script(HAND)
    board = tuple(card for street in streets for card in street.board)
    hand = Hand(rules, Deal(tuple(parse_cards(text) for text in OTHERS), board), SEATS)
    poki = Poki(setting.seed, model="statistics")
    budget = Budget(setting.size(5_000, 50_000), batch=1_000)
    betting, turns = [], []
    for street, told in zip(STREETS, streets, strict=True):
        row: dict[str, str] = {}
        for action in told.actions:
            assert hand.seat is not None
            assert hand.legal is not None
            seat, seen = hand.seat, hand.observation(hand.seat)
            if seat == POKI:
                poki.model.observe(seen)
                triple = poki.consider(seen).allowed(fold=hand.legal.call > 0, more=True)
                actions, found = simulate_actions(poki.model, seen, setting.seed, budget)
                values = {
                    one.kind: f"{value / rules.big_blind:+.2f} ± "
                    f"{1.96 * error / rules.big_blind:.2f}"
                    for one, value, error in zip(actions, found.values, found.errors, strict=True)
                }
                turns.append(
                    (
                        f"{street}  {show(seen.board)}",
                        _word(action, hand.legal.call),
                        " / ".join(f"{chance:.2f}" for chance in triple),
                        *(values.get(kind, "") for kind in ("fold", "call", "raise")),
                    )
                )
            done = _word(action, hand.legal.call)
            row[SEATS[seat]] = f"{row[SEATS[seat]]}, {done}" if SEATS[seat] in row else done
            hand.act(Action("raise", hand.legal.least) if action.kind == "raise" else action)
        betting.append((f"{street}  {show(told.board)}", *(row.get(one, "") for one in SEATS)))
        setting.tell(len(betting), len(streets))
    return Report(
        "table4",
        "Table 4: the example hand",
        (
            Section("The betting, as printed", ("", *SEATS), tuple(betting)),
            Section(
                "What ours would do in its place (values in small bets from now on)",
                ("", "theirs", "formula", "fold", "call", "raise"),
                tuple(turns),
            ),
        ),
        (
            f"Poki holds {OURS}; everybody is somebody never seen before. The formula's triple is "
            "fold / call / raise; values have 95 % errors, and end early where one action is "
            "clearly ahead. The text calls before "
            "the flop and on the flop, raises on the turn as an expert play, and rejects a bluff "
            "on the river.",
        ),
        {"turns": [list(turn) for turn in turns]},
    )


def _word(action: Action, owed: int) -> str:
    """An action as the table has it."""
    words = (
        {"fold": "fold", "call": "call", "raise": "raise"}
        if owed
        else {"fold": "fold", "call": "check", "raise": "bet"}
    )
    return words[action.kind]
