import re
from pathlib import Path

import pytest

from training.crowd.people_page import PAGE, markdown, put, put_row

ROOT = Path(__file__).parents[2]


def test_a_table_replaces_the_one_before(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("a\n<!-- begin one -->\nold\n<!-- end one -->\nb\n")
    put("one", markdown(("x", "y"), [("1", r"\d")]), page)
    table = "| x | y |\n|---|---|\n| 1 | \\d |"
    assert page.read_text() == f"a\n<!-- begin one -->\n{table}\n<!-- end one -->\nb\n"
    put_row(("1", "new"), page)
    assert page.read_text() == f"a\n<!-- begin one -->\n{table}\n<!-- end one -->\nb\n".replace(
        "\\d", "new"
    )
    with pytest.raises(SystemExit, match="no place called 'two'"):
        put("two", "", page)


def test_the_page_has_a_place_for_every_table() -> None:
    text = (ROOT / PAGE).read_text()
    places = re.findall(r"<!-- begin (\w+) -->\n.*?<!-- end \1 -->", text, re.S)
    assert places == [
        "statistics",
        "shapes",
        "agents",
        "tells",
        "stakes",
        "pots",
        "clones",
        "losses",
    ]
