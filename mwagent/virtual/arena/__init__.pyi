from .boards import Boards, ListedBoards, SeededBoards, read_boards
from .comparing import compare
from .entrants import Entrant
from .games import Ending, Played
from .report import Comparison, Pair, Rate
from .statistics import Interval, Mean, Paired, mcnemar, paired, wilson

__all__ = [
    "Boards",
    "Comparison",
    "Ending",
    "Entrant",
    "Interval",
    "ListedBoards",
    "Mean",
    "Pair",
    "Paired",
    "Played",
    "Rate",
    "SeededBoards",
    "compare",
    "mcnemar",
    "paired",
    "read_boards",
    "wilson",
]
