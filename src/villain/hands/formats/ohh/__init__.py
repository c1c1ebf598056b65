"""Open Hand History: JSON objects, apart by blank lines."""
