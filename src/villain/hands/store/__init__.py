"""The hand store: hands in, questions out."""
