"""poki's printed figures beside ours."""

import numpy as np
import pytest

from villain.papers.poki.income import compare_income, printed_income
from villain.strength import income_rates


def test_ten_player_rates_agree_with_poki() -> None:
    theirs = printed_income()
    assert len(theirs) == 86
    rows = compare_income()
    print(f"largest difference from poki's IR-10: {abs(rows[0].difference):.1f} ({rows[0].hand})")
    assert abs(rows[0].difference) < 15
    # poki's own figures are rounded samples: the differences have no bias.
    assert abs(np.mean([row.difference for row in rows])) < 2
    ranked = income_rates(10).ranked()
    assert [str(hand) for hand in (ranked[0], ranked[-1])] == ["AA", "72o"]
    assert income_rates(10)[ranked[-1]] == pytest.approx(-521, abs=5)
