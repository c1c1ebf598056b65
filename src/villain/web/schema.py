"""The messages as a JSON schema, from which the page's types are generated.

``python -m villain.web.schema`` prints it.
"""

import json
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import models_json_schema

from villain.web import messages, study_messages
from villain.web.messages import Said, Told

PAGES = (
    messages.Settings,
    messages.Lobby,
    messages.Opened,
    messages.Replay,
    messages.Dropped,
    messages.NewMatch,
    messages.MatchUpdate,
    study_messages.StudySpot,
    study_messages.StudyHand,
    study_messages.StudyStarted,
    study_messages.StudyWelcome,
    study_messages.StudyStatus,
    study_messages.StudyNode,
    study_messages.StudyBeside,
    study_messages.StudyCombos,
    study_messages.SetLock,
    study_messages.SetDial,
)
"""What is not said at a table: pages ask for it."""


def schema() -> dict[str, Any]:
    """All messages as definitions; ``Said`` and ``Told`` are what a table hears and tells."""
    _, whole = models_json_schema([(page, "serialization") for page in PAGES])
    definitions = dict(whole["$defs"])
    adapters: dict[str, TypeAdapter[Any]] = {"Said": TypeAdapter(Said), "Told": TypeAdapter(Told)}
    for name, adapter in adapters.items():
        one = adapter.json_schema(mode="serialization")
        definitions |= one.pop("$defs")
        definitions[name] = one
    return {"title": "Messages", "$defs": dict(sorted(definitions.items()))}


if __name__ == "__main__":
    print(json.dumps(schema(), indent=2))
