"""The end of a game in words: what a page says of it, in its text or in a dialog.

Nobody has to understand a picture where the program says that the game is won. Only what has come
up since the round began counts: many pages show rules, scores and the result of the last round.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from mwagent.minefield import Stage
from mwagent.player.views import View

WON: Final = re.compile(
    r"\byou(('| ha)ve)? (win|won|did it|made it|beat|cleared|survived|found all|are the winner)"
    r"|^\W*((board|field|level|stage) )?cleared\W*$"
    r"|\b(you )?winn?er\b|\b(won|win)!|game won|congrat|victor|hooray|\b(well|nicely) done"
    r"|\b(good|great|nice|awesome) (job|work|game)\b"
    r"|ganaste|has? ganado|victoria|felicidades|felicitaciones|enhorabuena"
    r"|gewonnen|glückwunsch|gagné|bravo|félicitations|hai vinto|vittoria|complimenti"
    r"|parabéns|você (ganhou|venceu)|vitória|wygra|gratul[aá]|grattis|gefeliciteerd"
    r"|побед|выиграл|поздравля|перемог|вітаємо|vyhrál|vítězství|nyert(él|ed)|tebrikler|kazandın"
    r"|du (vann|vandt|har vunnet)|selamat|anda menang|bạn (đã )?thắng|chúc mừng|câștigat|felicitări"
    r"|クリア|勝利|勝ち|おめでとう|胜利|获胜|恭喜|你赢|赢了|이겼|승리|축하",
    re.IGNORECASE | re.MULTILINE,
)
"""What programs say of a win, in two dozen languages."""
LOST: Final = re.compile(
    r"\byou(('| ha)ve)? (lost|lose|loose|died|are dead|exploded|blew up|hit a|stepped on|failed)"
    r"|\blost!|game lost|defeat|\b(ka)?boom\b|better luck|\b(mine|bomb) (has )?exploded|blown up"
    r"|perdiste|has? perdido|explotado|explotaste|verloren|perdu\b|explosé"
    r"|hai perso|você perdeu|przegra|проигра|пораже|взорва|програ|prohrál|veszt(ett|ettél)"
    r"|kaybettin|du (förlorade|tabte|tapte)|anda kalah|bạn (đã )?thua|ai pierdut"
    r"|負け|失敗|爆発|失败|你输|输了|졌|패배|실패",
    re.IGNORECASE,
)
"""What programs say of a loss."""
OVER: Final = re.compile(
    r"game ?over|try again|ゲームオーバー|游戏结束|遊戲結束|게임 ?오버|fin del juego|игра окончена",
    re.IGNORECASE,
)
"""What many say of a loss, and some of any end."""


class Announcement:
    """What a view says of the end of a round, compared with what it said as the round began."""

    def __init__(self, view: View):
        self._view = view
        self._before: Counter[str] | None = None
        self._dialogs = 0

    def begin(self) -> None:
        """Take what the view says now for what says nothing of this round."""
        self._before = Counter(self._view.text().splitlines())
        self._dialogs = self._accepted()

    def forget(self) -> None:
        """A new round begins: nothing it may say counts until `begin`."""
        self._before = None

    @property
    def awaited(self) -> bool:
        """Whether the round has begun, so that what comes up may be its end."""
        return self._before is not None

    @property
    def interrupted(self) -> bool:
        """Whether a dialog has come up since the round began, which the view has answered."""
        return self._before is not None and self._accepted() != self._dialogs

    def _accepted(self) -> int:
        """How many dialogs a tab has answered so far; on a screen they stay, and are seen."""
        return int(getattr(self._view, "answered", 0))

    def stage(self) -> Stage | None:
        """WON or LOST as the view says, None where it says neither, or both."""
        if self._before is None:
            return None
        new = Counter(self._view.text().splitlines()) - self._before
        return verdict("\n".join(new), whole=self._view.alone)


def verdict(text: str, *, whole: bool = True) -> Stage | None:
    """What a text says of the end of a game: WON, LOST or None.

    Where it is not the `whole` text, such as a title alone, that a game is over says no more.

    >>> verdict("Game over! You win!"), verdict("GAME OVER"), verdict("Time: 12")
    (<Stage.WON: 'won'>, <Stage.LOST: 'lost'>, None)
    >>> verdict("GAME OVER", whole=False)
    """
    won, lost = WON.search(text) is not None, LOST.search(text) is not None
    if won:
        return None if lost else Stage.WON
    return Stage.LOST if lost or (whole and OVER.search(text)) else None
