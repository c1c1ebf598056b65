"""Values of all holdings at the ends of streets: exact where all is in, by networks elsewhere."""
