"""The IRC poker database: three kinds of file that belong together."""
