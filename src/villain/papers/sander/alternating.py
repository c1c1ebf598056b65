"""Memories kept apart against one for all, with an opponent who alternates [sander]."""

from dataclasses import replace

from villain.papers.report import Section, Setting
from villain.papers.sander.contenders import SEGREGATED, memory_name
from villain.papers.sander.error_sections import compare
from villain.papers.sander.judging import Judged, courses_against, judge, mean_of, numbers, told
from villain.papers.sander.printed import ALTERNATING, RIVER, STREETS

ONE_FOR_ALL = (memory_name("som", "both"), memory_name("gom", "both"), memory_name("s+gom", "both"))
QUICK, FULL = (300, 1), (2_000, 5)
"""Hands of a match, and matches."""


def judge_changes(setting: Setting) -> Judged:
    """Ask about the hands of an opponent who alternates; all blend, none learns from folds."""
    hands = setting.deals or setting.size(QUICK[0], FULL[0])
    courses = courses_against([ALTERNATING], hands, setting.size(QUICK[1], FULL[1]), setting.seed)
    quiet = replace(setting, progress=lambda _: None)
    return judge(courses, [*ONE_FOR_ALL, SEGREGATED], quiet)


def alternating_section(found: Judged) -> Section:
    """Squared errors by street, and on the river the difference from each of the others."""
    rows = []
    for name in (*ONE_FOR_ALL, SEGREGATED):
        errors = found.errors(name)
        pair = compare(found, SEGREGATED, name)
        rows.append(
            (
                name,
                *(told(mean_of(errors[:, at])) for at in range(RIVER + 1)),
                told(pair.difference, sign=True) if name != SEGREGATED else "",
            )
        )
    return Section(
        f"The same opponent's hands ({len(found.number):,}): squared error of the predicted chance",
        ("model", *STREETS, "segregated less it, river"),
        tuple(rows),
    )


def alternating_data(found: Judged) -> dict[str, object]:
    """The same as numbers."""
    return {
        name: {
            "river": numbers(mean_of(found.errors(name)[:, RIVER])),
            "segregated_less_it": numbers(compare(found, SEGREGATED, name).difference),
        }
        for name in (*ONE_FOR_ALL, SEGREGATED)
    }
