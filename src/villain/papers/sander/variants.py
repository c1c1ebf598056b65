"""The winnings of each kind of memory beside the baseline in its seat, by deal [sander]."""

from collections.abc import Mapping
from itertools import pairwise

from villain.arena.match import Match, play_match
from villain.arena.statistics import rate
from villain.game.presets import limit_holdem
from villain.models.memory.model import KINDS
from villain.models.memory.named import WAYS, memory_name
from villain.papers.long_matches import faults_note
from villain.papers.report import Findings, Section, Setting, item, table
from villain.papers.sander.leads import ALL, Leads, play_leads
from villain.papers.sander.printed import HOME, SWEEP, short, swept
from villain.papers.telling import held, tell
from villain.registry import name_of
from villain.wire.matches import play_over_sockets

DEFAULT = "memory:blend"
MEMORIES = (
    DEFAULT,
    *(memory_name(kind, way) for kind in KINDS for way in WAYS),
    "memory:segregated",
    "memory:explicit",
)
VARIANTS = {name: f"sander:model:model={name}" for name in MEMORIES}
"""The default, and every kind asked in every way."""

QUICK, FULL, FULL_OTHERS = 100, 10_000, 2_000
"""Deals, each played in both seats: at full scale fewer for all but the default model."""

SOCKETS_QUICK, SOCKETS_FULL = 20, 250
BOUNDS = (0, 100, 300, 1_000, 3_000)
"""The deals after which a piece of the learning curve begins."""

MATCHES = 0.98
"""The matches' share of the work."""


@item("variants", "What each memory wins, beside the baseline in its seat")
def reproduce_variants(setting: Setting, variants: Mapping[str, str] = VARIANTS) -> Findings:
    """Play all matches; the first of the variants is the default."""
    deals, fewer = setting.deals_or(QUICK, FULL), setting.deals_or(QUICK, FULL_OTHERS)
    default = next(iter(variants))
    players = {
        name: (agent, deals if name == default else fewer) for name, agent in variants.items()
    }
    rules = limit_holdem(2)
    leads = play_leads(rules, players, swept(), setting.part(0, MATCHES), "sander-variants")
    some = min(deals, setting.size(SOCKETS_QUICK, SOCKETS_FULL))
    matches = [
        Match(rules, (variants[default], rival), some, setting.seed) for rival in swept().values()
    ]
    sockets, same = _sockets(matches)
    setting.progress(1.0)
    setup = (
        f"Opponents are baseline players with aggression {', '.join(f'{s:g}' for s in SWEEP)}; the "
        f"player in the seat has 0.5. {deals:,} deals in both seats for the default model and the "
        f"baseline, {fewer:,} for the others (the first of the same deals), seed {setting.seed}; "
        "fresh agents in each seat. Big blinds a hand; ± is half a 95 % interval from blocks of "
        "deals. All: the mean over the opponents of each deal. blend is sander:model as it comes "
        "(memory:blend); som is sander:model:model=memory:som, and so on."
    )
    notes = (setup, HOME, faults_note(leads.played.values()))
    data = {"deals": deals, "deals_of_others": fewer, **leads.data()}
    data["sockets"] = {"same": same, "deals": some}
    sections = (*leads.sections(), *_beyond(leads, default), sockets)
    return Findings(sections, notes, data, leads.draw)


def _sockets(matches: list[Match]) -> tuple[Section, bool]:
    """The same matches in memory and over sockets on our dealer, and whether all hands agree."""
    rows, same = [], []
    for match in matches:
        ours, over_sockets = play_match(match).payoffs, play_over_sockets(match)
        same.append(bool((ours == over_sockets).all()))
        rows.append(
            (
                " - ".join(map(name_of, match.agents)),
                len(match.seatings) * match.deals,
                *(f"{one[:, :, 0].sum():+,} chips" for one in (ours, over_sockets)),
                "yes" if same[-1] else "no",
            )
        )
    section = table(
        "The first deals of the same matches over sockets",
        "match | hands {,} | in memory | over sockets | every hand the same",
        rows,
    )
    return section, all(same)


def _beyond(leads: Leads, default: str) -> list[Section]:
    """The claims, the gain of each way of asking, and the learning curve."""
    musts = []
    for rival in (*leads.rivals, ALL):
        lead = leads.lead(default, rival)
        words = f"{lead.mean:+.3f} ({tell(lead, 'to+.3f')})"
        musts.append((f"{short(default)} against {rival}", words, held(lead.low > 0)))
    ways = []
    for kind in KINDS:
        plain, *others = (memory_name(kind, way) for way in WAYS)
        ways += [
            (short(other), short(plain), leads.lead(other, ALL, plain))
            for other in others
            if {plain, other} <= set(leads.players)
        ]
    curve = leads.by_deal(default, ALL)
    parts = list(pairwise([*(bound for bound in BOUNDS if bound < len(curve)), len(curve)]))
    return [
        table(
            "What has to come out: a lead over the baseline, all of its interval above zero",
            "claim | lead | ",
            musts,
        ),
        table(
            "Ahead of plain retrieval in its seat, against all opponents",
            "player | plain | ahead {±+.3f}",
            ways,
        ),
        table(
            f"The lead of {short(default)} as the deals go by, against all opponents",
            (f"{start:,} to {end:,}" for start, end in parts),
            [[rate(curve[start:end]) for start, end in parts]],
            "±+.3f",
        ),
    ]
