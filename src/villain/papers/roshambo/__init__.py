"""RoShamBo, poki's parable: the optimal player cannot lose, and cannot win either [poki]."""
