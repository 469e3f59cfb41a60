"""The command line: `app` and a file for each group of commands."""
