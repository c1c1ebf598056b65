"""Table 4: the betting of the example hand, and what our agents would do in poki's place."""

from villain.agents.poki import Poki, simulate_actions
from villain.cards.card import parse_cards, show
from villain.game.actions import Action
from villain.game.deal import Deal
from villain.game.hand import Hand
from villain.game.presets import limit_holdem
from villain.game.script import parse_script
from villain.papers.poki.example_hand import HAND, HIS, OURS, POKI, STREETS
from villain.papers.report import Findings, Setting, item, table
from villain.strategy.simulation import Budget, Simulation

SEATS = ("SB", "BB", "EP", "MP", "Poki")
OTHERS = ("Ac3d", "Kd2c", HIS, "8c3s", OURS)
"""The text knows only two hands; what the others fold does not matter here."""


@item("table4", "Table 4: the example hand")
def reproduce_table4(setting: Setting) -> Findings:
    """The scenario, and at each of poki's turns the formula's triple and the simulated values."""
    rules = limit_holdem(5)
    streets = parse_script(HAND)
    board = tuple(card for street in streets for card in street.board)
    hand = Hand(rules, Deal(tuple(parse_cards(text) for text in OTHERS), board), SEATS)
    poki = Poki(setting.seed, model="statistics")
    budget = Budget(setting.size(5_000, 50_000), batch=1_000)
    betting, turns = [], []
    for street, scripted in setting.steps(list(zip(STREETS, streets, strict=True))):
        row: dict[str, list[str]] = {seat: [] for seat in SEATS}
        for action in scripted.actions:
            assert hand.seat is not None
            assert hand.legal is not None
            seen, word = hand.observation(hand.seat), _word(action, hand.legal.call)
            if hand.seat == POKI:
                poki.model.observe(seen)
                triple = poki.consider(seen).allowed(fold=hand.legal.call > 0, more=True)
                shown = " / ".join(f"{chance:.2f}" for chance in triple)
                simulated = simulate_actions(poki.model, seen, setting.seed, budget)
                values = values_by_kind(*simulated, rules.big_blind)
                turns.append((f"{street}  {show(seen.board)}", word, shown, *values))
            row[SEATS[hand.seat]].append(word)
            hand.act(Action("raise", hand.legal.least) if action.kind == "raise" else action)
        betting.append((f"{street}  {show(scripted.board)}", *map(", ".join, row.values())))
    sections = (
        table("The betting, as printed", ("", *SEATS), betting),
        table(
            "What ours would do in its place (values in small bets from now on)",
            " | theirs | formula | fold | call | raise",
            turns,
        ),
    )
    note = (
        f"Poki holds {OURS}; everybody is somebody never seen before. The formula's triple is "
        "fold / call / raise; values have 95 % errors, and end early where one action is "
        "clearly ahead. The text calls before "
        "the flop and on the flop, raises on the turn as an expert play, and rejects a bluff "
        "on the river."
    )
    return Findings(sections, [note], {"turns": turns})


def values_by_kind(actions: list[Action], simulated: Simulation, unit: int) -> list[str]:
    """The values of a fold, a call and a raise in small bets, with their 95 % errors."""
    values = {
        action.kind: f"{value / unit:+.2f} ± {1.96 * error / unit:.2f}"
        for action, value, error in zip(actions, simulated.values, simulated.errors, strict=True)
    }
    return [values.get(kind, "") for kind in ("fold", "call", "raise")]


def _word(action: Action, owed: int) -> str:
    """An action as the table has it."""
    return action.kind if owed else {"call": "check", "raise": "bet"}.get(action.kind, action.kind)
