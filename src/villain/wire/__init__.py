"""Playing over sockets: the protocol of the Annual Computer Poker Competition.

`states`, `followed_hand` and `replies` turn lines into what the engine knows and back, and touch
no socket; `dealer` and `client` play with them; `sockets` opens the doors.
"""
