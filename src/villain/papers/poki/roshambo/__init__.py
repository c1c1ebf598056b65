"""RoShamBo, by which the paper shows why a player should model his opponents [poki]."""
