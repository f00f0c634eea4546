"""`python -m solvers`: analyse a position, explain one of its cells, or list the solvers."""

from mwagent.minefield import command

main = command.main_of("solvers", "mwagent.solvers.cli.commandline:main")

if __name__ == "__main__":
    command.leave(main())
