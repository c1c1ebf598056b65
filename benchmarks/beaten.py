"""Whom an agent that tells its chances surely beats, heads-up: matches until that is certain.

python -m benchmarks.beaten equilibrium --by person --by loki:som --seed 51 --keep beaten.jsonl

Deals are played by batches, each from both seats, against a stranger in every hand. After each
batch it is over if the mean is more than 2.8 standard errors above zero, or below, or if so many
deals as allowed are played; forty are played in any case. With twenty looks that errs in less than
one of twenty matches between equals (Pocock's bound is 2.67). What is printed beside it is the
plain 95 % interval of all deals that were played.
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np

import villain.cli  # noqa: F401  first: it says how many threads NumPy may use
from villain.agents.registry import agent_names, knows_game
from villain.arena.exploiting import AgentExploiter, ExploitPlan, exploit
from villain.arena.luck import LUCK, less_luck
from villain.errors import VillainError
from villain.game.presets import limit_holdem, no_limit_holdem
from villain.game.rules import Rules

CERTAIN = 2.8
"""Standard errors from zero at which a match is over."""

LEAST = 40
"""Deals that are played in any case."""


def main() -> int:
    """Play, and print a line for each agent."""
    options = _options()
    rules = _rules(options)
    try:
        others = options.by or _everybody(options.agent, rules)
        for other in others:
            print(_line(options, rules, other), flush=True)
    except VillainError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _rules(options: Namespace) -> Rules:
    if options.game == "limit":
        return limit_holdem(2)
    return no_limit_holdem(2, big_blind=100, stack=round(100 * options.stack))


def _everybody(agent: str, rules: Rules) -> list[str]:
    """All agents of the registry that play the game."""
    names = [name for name in agent_names() if name not in (agent, "villain")]
    return [name for name in names if knows_game(name, rules)]


def _line(options: Namespace, rules: Rules, other: str) -> str:
    """Play until it is certain, and say what came out."""
    wins, luck = np.zeros(0), np.zeros((0, len(LUCK)))
    verdict = "not certain"
    for batch in range(options.batches):
        plan = ExploitPlan(options.agent, rules, options.deals, options.seed + 1000 * batch)
        won = _kept(options, other, plan)
        if won is None:
            result = exploit(plan, AgentExploiter(other), workers=options.workers)
            won = -result.by_deal, -result.luck
            _keep(options, other, plan, won)
        wins, luck = np.concatenate([wins, won[0]]), np.concatenate([luck, won[1]])
        cleared = less_luck(wins, luck)
        mean, error = cleared.mean(), cleared.std(ddof=1) / np.sqrt(len(cleared))
        if len(wins) >= LEAST and abs(mean) > CERTAIN * error:
            verdict = "beats it" if mean > 0 else "LOSES"
            break
    low, high = (1000 * (mean + side * error) for side in (-1.96, 1.96))
    mbb = f"{1000 * mean:+8.0f} ({low:+.0f} to {high:+.0f})"
    return f"{other:22}{len(wins):5} deals {mbb}  {verdict}"


def _run(options: Namespace, other: str, plan: ExploitPlan) -> dict[str, object]:
    game = options.game if options.game == "limit" else f"{options.game} {options.stack:g}"
    return {
        "agent": options.agent,
        "by": other,
        "game": game,
        "deals": plan.deals,
        "seed": plan.seed,
    }


def _kept(
    options: Namespace, other: str, plan: ExploitPlan
) -> tuple[np.ndarray, np.ndarray] | None:
    """A batch that was played before."""
    if options.keep is None or not options.keep.exists():
        return None
    for line in options.keep.read_text().splitlines():
        row = json.loads(line)
        if row["run"] == _run(options, other, plan):
            return np.array(row["wins"]), np.array(row["luck"])
    return None


def _keep(
    options: Namespace,
    other: str,
    plan: ExploitPlan,
    won: tuple[np.ndarray, np.ndarray],
) -> None:
    if options.keep is not None:
        row = {"run": _run(options, other, plan)}
        row |= {"wins": won[0].tolist(), "luck": won[1].tolist()}
        with options.keep.open("a") as file:
            file.write(json.dumps(row) + "\n")


def _options() -> Namespace:
    parser = ArgumentParser(prog="python -m benchmarks.beaten", description=__doc__)
    parser.add_argument("agent", nargs="?", default="equilibrium")
    parser.add_argument("--by", action="append", help="the other agent; all, if none is named")
    parser.add_argument("--game", choices=("nolimit", "limit"), default="nolimit")
    parser.add_argument("--stack", type=float, default=100, help="big blinds")
    parser.add_argument("--deals", type=int, default=20, help="deals of a batch, from both seats")
    parser.add_argument("--batches", type=int, default=20, help="at most so many")
    parser.add_argument("--seed", type=int, default=51)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a file to keep batches in, and to go on from")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
