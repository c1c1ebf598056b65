"""What is counted in a hand."""
