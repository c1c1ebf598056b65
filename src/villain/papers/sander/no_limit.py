"""No-limit with the size of a bet in the chunk, which the paper wishes for most [sander]."""

from villain.game.presets import no_limit_holdem
from villain.models.memory.named import memory_name
from villain.papers.long_matches import faults_note
from villain.papers.means import means_of
from villain.papers.report import Findings, Section, Setting, grid, item, table
from villain.papers.sander.judged import JudgedHands
from villain.papers.sander.judging import courses_against, judge
from villain.papers.sander.leads import play_leads
from villain.papers.sander.printed import BASELINE, STREETS, TELLING, short
from villain.papers.telling import tell

SIZES = "memory:sizes"
BLIND_TO_SIZES = memory_name("som", "both", folds=True)
MODELS = (SIZES, BLIND_TO_SIZES)
"""The same memory, which starts empty, with and without the size of a raise in its chunks."""

RIVALS = {"one size": f"{BASELINE}:size=0.7", "telling": TELLING}
QUICK, FULL = 100, 5_000
"""Deals, each played in both seats."""

HANDS_QUICK, HANDS_FULL = (300, 1), (3_000, 3)
"""Hands of a match that is watched, and matches against each."""


@item("no-limit", "No-limit: the size of a bet in the chunk")
def reproduce_no_limit(setting: Setting, models: tuple[str, ...] = MODELS) -> Findings:
    """Play an opponent whose sizes say nothing, and one whose sizes tell his hand."""
    deals, rules = setting.deals_or(QUICK, FULL), no_limit_holdem(2)
    players = {name: (f"sander:model:model={name}", deals) for name in models}
    leads = play_leads(rules, players, RIVALS, setting.part(0, 0.7), "sander-no-limit")
    hands, runs = HANDS_FULL if setting.full else HANDS_QUICK
    hands = setting.deals or hands
    courses = courses_against(RIVALS.values(), hands, runs, setting.seed, rules)
    judged = judge(courses, models, setting.part(0.7, 1.0))
    first, *others = models
    ahead = grid(
        f"{short(first)} ahead of the same memory without sizes, paired by deal",
        "opponent",
        {(one, short(o)): leads.lead(first, one, o) for one in leads.rivals for o in others},
        "±+.3f",
    )
    errors = [_errors(judged, models, name, rival) for name, rival in RIVALS.items()]
    notes = (
        "Opponents are baseline players (0.5) in no-limit: one raises by 0.7 of the pot, the "
        f"other ({TELLING}) by half of it, or by one and a half where his chance of winning is "
        f"above 0.75. {deals:,} deals in both seats, seed {setting.seed}; fresh agents in each "
        "seat, whose memories start empty. Big blinds a hand; ± is half a 95 % interval from "
        "blocks of deals.",
        f"Watched matches: {runs} of {hands:,} hands against each, with fresh models. Where "
        "nothing comes to mind a hand counts as even. Differences are paired by hand.",
        faults_note(leads.played.values()),
    )
    data = {
        "deals": deals,
        **leads.data(),
        "errors": {
            (name, rival): means_of(judged.errors(name)[judged.rival == spec])
            for name in models
            for rival, spec in RIVALS.items()
        },
    }
    sections = (*leads.sections(), ahead, *errors)
    return Findings(sections, notes, data, leads.draw)


def _errors(judged: JudgedHands, models: tuple[str, ...], rival: str, spec: str) -> Section:
    """Squared errors by street, and how many less the first of the models has."""
    errors = {name: judged.errors(name)[judged.rival == spec] for name in models}
    first, *others = models
    rows: dict[str, list[object]] = {
        short(name): [*means_of(values)] for name, values in errors.items()
    }
    for other in others:
        less = means_of(errors[first] - errors[other])
        rows[f"{short(first)} less {short(other)}"] = [tell(one, "±+.4f") for one in less]
    title = f"Squared error of the predicted chance, {rival}"
    return table(title, ("model", *STREETS), rows, "±.4f")
