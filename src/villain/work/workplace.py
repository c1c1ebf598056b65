"""Where work is done, and by how many: what ``--on`` and ``--workers`` say."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from villain.errors import VillainError

if TYPE_CHECKING:
    from villain.work.place import Place

Workers: TypeAlias = "int | str | Workplace"
"""A number of processes, a place as ``--on`` has it, or both in one."""

PROCESSES, RAY, DASK = "processes", "ray", "dask"
_CLIENT = "ray://"


@dataclass(frozen=True)
class Workplace:
    """A place to work, and how many work there at most; None: one process, or a whole cluster.

    >>> Workplace.parse("ray://head:10001")
    Workplace(where='ray', address='ray://head:10001', workers=None)
    >>> Workplace.parse("dask=tcp://head:8786", 4).address
    'tcp://head:8786'
    """

    where: str = PROCESSES
    address: str = ""
    workers: int | None = None

    @classmethod
    def parse(cls, text: str, workers: int | None = None) -> "Workplace":
        """Read a place as it is written after ``--on``."""
        if text.startswith(_CLIENT):
            return cls(RAY, text, workers)
        where, equals, address = text.partition("=")
        if where not in (PROCESSES, RAY, DASK):
            known = (PROCESSES, RAY, "ray://HOST:10001", DASK, "dask=tcp://HOST:8786")
            raise VillainError.unknown("workplace", text, known)
        if where != PROCESSES and workers is not None and workers < 1:
            raise VillainError(f"{workers} workers on {text}; there should be one at least")
        if equals and (where == PROCESSES or not address):
            raise VillainError(
                f"{text!r} is no workplace; an address is written as in dask=tcp://HOST:8786"
            )
        return cls(where, address, workers)

    @classmethod
    def of(cls, workers: Workers) -> "Workplace":
        """What is meant by a number of processes, or by a text."""
        if isinstance(workers, Workplace):
            return workers
        return cls.parse(workers) if isinstance(workers, str) else cls(workers=workers)

    @property
    def is_here(self) -> bool:
        """True if all is done in this process."""
        return self.where == PROCESSES and (self.workers or 1) <= 1

    @property
    def is_elsewhere(self) -> bool:
        """True if the workers may be on other machines."""
        return self.where != PROCESSES

    def open(self, most: int | None = None, *, fresh: bool = False) -> "Place":
        """Begin to work there, on so many things at once at most.

        Processes that are ``fresh`` share nothing with this one, which may have threads.
        """
        if self.where == RAY:
            from villain.work.on_ray import RayPlace

            return RayPlace(self.address, self.workers)
        if self.where == DASK:
            from villain.work.on_dask import DaskPlace

            return DaskPlace(self.address, self.workers)
        from villain.work.place import Processes, ThisProcess

        if self.is_here:
            return ThisProcess()
        return Processes(max(1, min(self.workers or 1, most or 2**31)), fresh=fresh)

    def __str__(self) -> str:
        many = "" if self.workers is None else f", {self.workers} at a time"
        if self.where == PROCESSES:
            count = self.workers or 1
            return f"{count} process{'es' * (count != 1)}"
        return f"{self.where.capitalize()}{f' at {self.address}' if self.address else ''}{many}"
