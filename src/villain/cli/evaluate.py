"""``villain evaluate``: what a hand is."""

from typing import Annotated

import typer

from villain.cli.options import JsonOption
from villain.cli.output import console, examples, print_json

EXAMPLES = examples(
    "villain evaluate AsKsQsJsTs2d3c",
    'villain evaluate "A♠ 8♦ K♣ 8♣ A♥"',
    "villain evaluate As8dKc8cAh --json",
)


def command(
    cards: Annotated[
        list[str], typer.Argument(help="Five to seven cards, such as AsKsQsJsTs2d3c.")
    ],
    as_json: JsonOption = False,
) -> None:
    """The best five of five to seven cards, in words and as a rank (1 to 7462)."""
    from villain.strength.hand_value import evaluate

    value = evaluate(" ".join(cards))
    if as_json:
        print_json(
            {
                "rank": value.rank,
                "category": value.category,
                "words": value.words,
                "best": [str(card) for card in value.best],
            }
        )
        return
    out = console()
    out.print(f"[bold]{value.words}[/]")
    out.print(f"{' '.join(card.symbol for card in value.best)}   rank {value.rank} of 7462")
