"""A memory that strengthens with use and fades with time, and the models built on it [sander]."""
