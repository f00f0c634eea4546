"""The arena: any solvers over the same boards, counted, timed and compared."""
