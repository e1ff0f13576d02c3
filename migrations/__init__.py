"""The schema of the log and the boards, step by step."""
