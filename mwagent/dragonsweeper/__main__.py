"""`mwagent dragonsweeper`: print a lair, watch a game, play many."""

from mwagent.minefield import command

main = command.main_of("mwagent dragonsweeper", "mwagent.dragonsweeper.commandline:main")

if __name__ == "__main__":
    command.leave(main())
