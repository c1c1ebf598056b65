"""Where long work is done: in this process, in several, or on a cluster of Ray or Dask."""

from villain.work.crew import Crew, at_work, run, run_in_order
from villain.work.place import LostWorkerError
from villain.work.workplace import Workers, Workplace

__all__ = ["Crew", "LostWorkerError", "Workers", "Workplace", "at_work", "run", "run_in_order"]
