"""The command line: one verb a function, each with an example."""
