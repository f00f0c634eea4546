"""What tests and benchmarks both need: slow, sure oracles, drawn boards, pages, and trouble."""
