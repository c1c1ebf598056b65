"""The commands: each parses, calls one function elsewhere, and shows what comes back."""

import os

# For our own processes, and those that they start, before NumPy is loaded; whatever the user's
# environment says. Who imports us as a library has `villain.models.crowd.threads` instead.
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = "1"
