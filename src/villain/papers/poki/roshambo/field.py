"""Who takes part: by name, with what kind of player he is and how he is made."""

from typing import NamedTuple

from villain.papers.poki.roshambo import counters, matchers, rules
from villain.papers.poki.roshambo.game import Maker

OPTIMAL = "optimal"


class Entry(NamedTuple):
    """A participant: ``kind`` is optimal, rule, counter or matcher."""

    kind: str
    make: Maker


FIELD: dict[str, Entry] = {
    OPTIMAL: Entry("optimal", rules.Optimal),
    "rock": Entry("rule", rules.AlwaysRock),
    "half rock": Entry("rule", rules.HalfRock),
    "rotating": Entry("rule", rules.Rotating),
    "even cycle": Entry("rule", rules.EvenCycle),
    "copy": Entry("rule", rules.Copy),
    "beat last": Entry("rule", rules.BeatLast),
    "win-stay": Entry("rule", rules.WinStay),
    "contrary": Entry("rule", rules.Contrary),
    "sticky": Entry("rule", rules.Sticky),
    "restless": Entry("rule", rules.Restless),
    "human": Entry("rule", rules.Human),
    "moody": Entry("rule", rules.Moody),
    "frequency": Entry("counter", counters.Frequency),
    "recent": Entry("counter", counters.Recent),
    "due": Entry("counter", counters.Due),
    "anti-frequency": Entry("counter", counters.AntiFrequency),
    "markov": Entry("counter", counters.Markov),
    "markov both": Entry("counter", counters.MarkovBoth),
    "half echo": Entry("matcher", matchers.HalfEcho),
    "echo": Entry("matcher", matchers.Echo),
    "hats": Entry("matcher", matchers.Hats),
    "mirror": Entry("matcher", matchers.Mirror),
    "rule reader": Entry("matcher", matchers.RuleReader),
    "blend": Entry("matcher", matchers.Blend),
    "shy": Entry("matcher", matchers.Shy),
    "tree": Entry("matcher", matchers.Tree),
    "levels": Entry("matcher", matchers.Levels),
    "guarded": Entry("matcher", matchers.Guarded),
}
"""The optimal player, a dozen rules, half a dozen counters, and the pattern matchers."""
