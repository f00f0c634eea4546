"""The classic solvers: what they prove, and how fast."""
