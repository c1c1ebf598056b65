"""A tree of contexts that weighs every way to cut it."""

from villain.papers.poki.roshambo.predictors import EVEN, Chances, shares


class _Node:
    """What followed a context, and how much better it tells the future than longer ones do."""

    __slots__ = ("counts", "favour")

    def __init__(self) -> None:
        self.counts = [0.0, 0.0, 0.0]
        self.favour = 1.0


class ContextTree:
    """Contexts from none up to ``depth`` moves back, his and mine in turn, newest first.

    Each context on the way down may speak for itself or leave it to the next longer one; which of
    the two does better is learnt at every node. So the mean over all trees of contexts is taken
    without listing them, after the idea of context-tree weighting (Willems, Shtarkov and Tjalkens,
    1995), with counts that fade.
    """

    def __init__(self, depth: int = 8, keep: float = 0.95) -> None:
        self.chances: Chances = EVEN
        self._keep = keep
        self._recent = [0] * depth
        self._nodes: dict[tuple[int, int], _Node] = {}
        self._path = self._find_path()
        self._said: list[Chances] = [EVEN] * (depth + 1)
        self._own: list[Chances] = [EVEN] * (depth + 1)

    def _find_path(self) -> list[_Node]:
        path, code = [], 0
        for depth in range(len(self._recent) + 1):
            if depth:
                code = 3 * code + self._recent[depth - 1]
            node = self._nodes.get((depth, code))
            if node is None:
                node = self._nodes[depth, code] = _Node()
            path.append(node)
        return path

    def learn(self, mine: int, his: int) -> None:
        """Judge each context by what it had said, count, and see what the next ones say."""
        keep, last = self._keep, len(self._path) - 1
        for depth, node in enumerate(self._path):
            if depth < last:
                # Bounds let a node change its mind when the player does.
                better = self._own[depth][his] / self._said[depth + 1][his]
                node.favour = min(max(node.favour * better, 0.01), 100.0)
            counts = node.counts
            counts[0] *= keep
            counts[1] *= keep
            counts[2] *= keep
            counts[his] += 1
        self._recent = [his, mine, *self._recent[:-2]]
        self._path = self._find_path()
        longer = EVEN
        for depth in range(last, -1, -1):
            node = self._path[depth]
            self._own[depth] = own = shares(node.counts)
            if depth == last:
                longer = own
            else:
                favour, whole = node.favour, node.favour + 1
                longer = (
                    (favour * own[0] + longer[0]) / whole,
                    (favour * own[1] + longer[1]) / whole,
                    (favour * own[2] + longer[2]) / whole,
                )
            self._said[depth] = longer
        self.chances = longer
