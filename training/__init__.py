"""Everything that fits weights and priors; the package itself needs nothing of this folder."""
