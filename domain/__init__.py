"""The rules of the games and of the log, pure: no clock, no ids, no input or output."""
