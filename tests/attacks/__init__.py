"""Attacks: what somebody would try who wants to cheat, and what befalls a program from outside."""
