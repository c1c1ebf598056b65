"""How much agents play like people: their tables beside real ones."""
