"""The commands: each parses, calls one function elsewhere, and shows what comes back."""
