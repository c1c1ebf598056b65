"""The commands: each parses, calls one function elsewhere, and shows what comes back."""

import os

# Before NumPy is loaded. Our matrices are small: threads wait for each other longer than they work.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("MKL_NUM_THREADS", "1")
