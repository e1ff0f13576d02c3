"""The workers: jobs of one line, and the process that runs them."""
