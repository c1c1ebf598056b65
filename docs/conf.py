from villain import __version__

project = "Villain"
author = "The Villain authors"
copyright = "2026, The Villain authors"
release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = "Villain"
exclude_patterns = ["_build"]

autodoc_member_order = "bysource"
autodoc_typehints = "description"
