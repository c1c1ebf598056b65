"""The gauntlet: a dozen frozen opponents, and how much of what they give away an agent takes."""
