"""Ways to ask a memory of hands: plainly or by blending, for the same betting or similar."""

from dataclasses import dataclass

from villain.models.memory.betting import similarity
from villain.models.memory.declarative import DECAY, DeclarativeMemory
from villain.models.memory.hands import STREETS

THRESHOLD = -4.0
"""A chunk that was met once comes to mind for e⁸ hands, some 3,000: only what is rare is lost."""


@dataclass(frozen=True)
class Recollection:
    """A way to ask a memory.

    Plainly it is the most active chunk; with ``blend`` all that match, weighted. ``mismatch`` lets
    similar betting match too (None: only the same). ``rehearse``: what came to mind at one's turns
    is strengthened when the hand is over, as the paper has it; a blend strengthens nothing.
    """

    blend: bool = False
    mismatch: float | None = None
    rehearse: bool = True
    threshold: float | None = THRESHOLD
    noise: float = 0.0
    temperature: float = 1.0
    decay: float = DECAY
    fast: bool = False

    def memory(self) -> DeclarativeMemory:
        """An empty memory that works so."""
        return DeclarativeMemory(
            decay=self.decay,
            threshold=self.threshold,
            noise=self.noise,
            mismatch=self.mismatch,
            temperature=self.temperature,
            similarities=dict.fromkeys(STREETS, similarity),
            fast=self.fast,
        )


PLAIN = Recollection()
BLENDED = Recollection(blend=True, mismatch=10.0, threshold=None)
