"""``villain check``: which laws an agent, a model or a predictor keeps."""

from typing import TYPE_CHECKING, Annotated

import typer

from villain.cli.options import JsonOption
from villain.cli.output import console, examples, print_json, progress

if TYPE_CHECKING:
    from villain.checks import Finding

EXAMPLES = examples(
    "villain check my_model.py:MyModel",
    "villain check my_agent.py:MyAgent:nerve=6 --json",
    "villain check huang --kind model",
)


def command(
    spec: Annotated[
        str, typer.Argument(metavar="WHAT", help="path/to/file.py:ClassName, or a name.")
    ],
    kind: Annotated[
        str | None,
        typer.Option(
            help="agent, model or predictor, if a name stands for several. (default: all)"
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Say what an agent, an opponent model or a predictor gets wrong, law by law."""
    from villain.checks.findings import examine
    from villain.checks.subjects import subjects

    findings = {}
    for subject in subjects(spec, kind):
        with progress(f"checking the {subject.kind}") as report:
            findings[subject.kind] = examine(subject.make, subject.laws, report)
    kept = all(finding.kept for each in findings.values() for finding in each)
    if as_json:
        laws = {
            kind: [finding._asdict() | {"kept": finding.kept} for finding in each]
            for kind, each in findings.items()
        }
        print_json({"what": spec, "kept": kept, "laws": laws})
    else:
        for name, each in findings.items():
            _show(spec, name, each)
    if not kept:
        raise typer.Exit(1)


def _show(spec: str, kind: str, findings: "list[Finding]") -> None:
    out = console()
    out.print(f"{spec} as {'an' if kind == 'agent' else 'a'} {kind}", markup=False, soft_wrap=True)
    for finding in findings:
        out.print(f"{'✓' if finding.kept else '✗'} {finding.law}", markup=False, soft_wrap=True)
        if not finding.kept:
            out.print(f"  {finding.problem}", markup=False, soft_wrap=True)
    broken = sum(not finding.kept for finding in findings)
    out.print(f"{len(findings) - broken} of {len(findings)} laws are kept\n")
