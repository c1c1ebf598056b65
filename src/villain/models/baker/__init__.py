"""Baker's Bayesian reader of four styles [baker]."""
