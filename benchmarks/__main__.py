"""All benchmarks that hold us to a figure, one after the other, each in a process of its own.

    python -m benchmarks                  all of them: about half an hour
    python -m benchmarks --only engine    one of them; may be said again
    python -m benchmarks --json

A figure that is not met does not stop the others, nor does a benchmark that breaks off. In the end
all figures are listed and those that were not met are named; the status is 1 if there are any.
"""

import argparse
import json
import os
import subprocess
import sys
from dataclasses import asdict
from time import monotonic
from typing import NamedTuple

from benchmarks.comparison import Comparison, show

BENCHMARKS = (
    "against_peers",
    "engine",
    "histories",
    "solver",
    "loki",
    "poki",
    "huang",
    "crowd",
    "expert",
    "people",
    "tables",
)
"""Modules of this package that take ``--json``. The others measure strength, not speed, or need a
cluster."""


class Outcome(NamedTuple):
    """The figures of a benchmark, and why there are none, if it broke off."""

    name: str
    rows: list[Comparison]
    wrong: str = ""

    @property
    def met(self) -> bool:
        """True if it ended and met every figure."""
        return not self.wrong and all(row.met for row in self.rows)


def run(name: str) -> Outcome:
    """Run a benchmark in a process of its own."""
    command = [sys.executable, "-m", f"benchmarks.{name}", "--json"]
    # Threads of BLAS that wait would count as processor time.
    done = subprocess.run(
        command, capture_output=True, text=True, env=os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    )
    try:
        return Outcome(name, [Comparison(**row) for row in json.loads(done.stdout)])
    except (ValueError, TypeError):
        last = (done.stderr.strip() or "it printed nothing").splitlines()[-1]
        return Outcome(name, [], f"it ended with status {done.returncode}: {last}")


def tell(outcomes: list[Outcome]) -> None:
    """List all figures, then those that were not met."""
    show([row for outcome in outcomes for row in outcome.rows])
    wrong = [
        f"{outcome.name}: {words}"
        for outcome in outcomes
        for words in (
            *([outcome.wrong] if outcome.wrong else []),
            *(
                f"{row.what}: {row.ratio:,.2f}, wanted {row.wanted}"
                for row in outcome.rows
                if not row.met
            ),
        )
    ]
    print(f"\nnot met ({len(wrong)}):" if wrong else "\nall are met")
    for words in wrong:
        print(f"  {words}")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--only", action="append", choices=BENCHMARKS, metavar="NAME")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    outcomes = []
    for name in options.only or BENCHMARKS:
        began = monotonic()
        outcomes.append(run(name))
        met = sum(row.met for row in outcomes[-1].rows)
        words = outcomes[-1].wrong or f"{met} of {len(outcomes[-1].rows)} met"
        print(f"{name}: {words}, {monotonic() - began:,.0f} s", file=sys.stderr, flush=True)
    if options.json:
        print(
            json.dumps(
                [
                    {"name": one.name, "wrong": one.wrong, "rows": [asdict(r) for r in one.rows]}
                    for one in outcomes
                ],
                indent=2,
            )
        )
    else:
        tell(outcomes)
    return 0 if all(outcome.met for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
