"""The command lines of the solvers."""
