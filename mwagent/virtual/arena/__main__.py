"""`python -m virtual.arena`: play solvers over the same boards and compare them."""

from mwagent.minefield import command

main = command.main_of("virtual.arena", "mwagent.virtual.arena.commandline:main")

if __name__ == "__main__":
    command.leave(main())
