"""The classic solvers in Python: full SAT, min-cut, linear algebra, subsets, contradiction."""
