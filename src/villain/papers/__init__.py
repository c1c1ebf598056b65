"""One module a paper: what it printed, and the experiments that regenerate it."""
