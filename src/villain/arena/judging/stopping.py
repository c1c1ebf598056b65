"""Ctrl-C while judging."""

from typing import Generic, TypeVar

Result = TypeVar("Result")


class JudgingStoppedError(KeyboardInterrupt, Generic[Result]):
    """Ctrl-C while judging: ``result`` is what the hands so far say."""

    def __init__(self, result: Result) -> None:
        super().__init__()
        self.result = result
