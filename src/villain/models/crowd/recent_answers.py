"""The network's last answers, for who asks the same again.

Several readers follow the same players: that of an agent, and that of whoever looks into his head.
Each keeps its own windows, and asks for itself; but what the network says depends on nothing else
than what it is given.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


class RecentAnswers(Generic[Answer]):
    """Remembers the last ``most`` answers. They are shared, so nobody may change them.

    >>> recent = RecentAnswers[int](1)
    >>> [recent.of(question, lambda: len(recent)) for question in ("a", "b", "b", "a")]
    [0, 1, 1, 1]
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._answers: OrderedDict[Hashable, Answer] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._answers)

    def of(self, question: Hashable, ask: Callable[[], Answer]) -> Answer:
        """The answer to a question, which is asked only if that is not known."""
        with self._lock:
            if question in self._answers:
                self._answers.move_to_end(question)
                return self._answers[question]
        answer = ask()  # others go on meanwhile; at worst two ask the same
        with self._lock:
            self._answers[question] = answer
            if len(self._answers) > self.most:
                self._answers.popitem(last=False)
        return answer
