"""The table in the browser: it shows what other rooms know."""
