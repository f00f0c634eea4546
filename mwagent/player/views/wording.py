"""What words say on buttons and in titles, as far as every one of them is known.

A label begins a round only where all of its words are known: "Play again" does, "Play with
friends" and "Start free trial" do not, whatever else they may say. So nothing has to be listed
that must not be pressed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Set
from typing import Final

from mwagent.vision.header.words import AGAIN, FIRST, LEVELS


def _words(text: str, between: str | None = None) -> frozenset[str]:
    return frozenset(text.split(between))


MADE: Final = _words(
    "generate create go commencer commencez comenzar empezar começar inizia comincia rozpocznij "
    "beginnen starta старт создать 新 新游戏 新遊戲 再来 重新开始 重新開始 开始 開始 开始游戏 "
    "新しいゲーム もう一度 スタート 다시 시작 다시하기"
)
"""Words that begin a round and are looked for in text alone."""
BEGIN: Final = frozenset((*AGAIN, *FIRST, *MADE))
"""Words that begin a round, or another one."""
_BESIDE: Final = _words(
    # English
    "a an the this one now here over once another next from with of in at or to and your you it is "
    "game round board field minefield mine mines bomb bombs minesweeper level mode difficulty size "
    "press click tap key button row rows column columns cell cells width height "
    # German, Dutch
    "ein eine einen noch mal nochmal das dieses spiel runde feld minen stufe jetzt hier versuchen "
    "opnieuw nieuw nieuwe een spel ronde "
    # French, Spanish, Portuguese, Italian
    "la le une un partie jeu fois niveau el una otra otro vez de juego partida ronda nivel ya "
    "o a uma um outra outro jogo rodada nível partita gioco livello "
    # Polish, Czech, the north
    "gra grę gry jeszcze raz od nowa nową nová hra hru znovu nytt spel nyt spil igen på uusi peli "
    # Russian, Ukrainian, Turkish, Hungarian, Romanian
    "игра игру ещё еще раз снова нова гра yeni oyun új játék joc nou"
)
"""Words that stand beside those on buttons, and ask for nothing else."""
_ENDS: Final = _words(
    "win won wins lose lost loser winner victory defeat congratulations congrats well done dead "
    "died exploded boom end ended finished time gewonnen verloren gagné perdu ganaste perdiste has "
    "ganado perdido ganhou perdeu vinto perso hai wygrana przegrana koniec gry победа поражение "
    "konec quit exit leave sure are do really want i yes no"
)
"""Words that tell of the end of a game in the title of a dialog, or ask whether it is to end."""
_REFUSALS: Final = _words(
    "no|cancel|close|later|not now|maybe later|no thanks|dismiss|stay|nein|abbrechen|schließen"
    "|später|nicht jetzt|non|annuler|fermer|plus tard|cancelar|cerrar|ahora no|más tarde|não"
    "|fechar|agora não|annulla|chiudi|non ora|nie|anuluj|zamknij|nee|annuleren|sluiten|nej"
    "|avbryt|stäng|luk|annuller|ei|peruuta|нет|отмена|закрыть|позже|ні|скасувати|ne|zrušit"
    "|zavřít|nem|mégse|bezárás|hayır|iptal|kapat|nu|anulare|取消|关闭|關閉|否|いいえ"
    "|キャンセル|閉じる|아니요|취소|닫기|x|×|✕|✖|❌",
    "|",
)
"""What a dialog is refused by."""
_PLAIN: Final = re.compile(r"[\W_]+|(?<=\d)(?=[^\W\d])|(?<=[^\W\d])(?=\d)")
"""What stands between words."""
_NUMBER: Final = re.compile(r"\d+|[x×fnr]|ctrl")
"""Numbers, and names of keys and sizes beside words."""


def begins_round(label: str) -> bool:
    """Whether a label says that something begins a round or chooses an easy level, and no more.

    >>> begins_round("New game (F2)"), begins_round("Play again!"), begins_round("Easy 9x9")
    (True, True, True)
    >>> begins_round("Play with friends"), begins_round("Reset account"), begins_round("Continue")
    (False, False, False)
    """
    return _said(label, BEGIN | frozenset(LEVELS), frozenset())


def refuses(label: str) -> bool:
    """Whether a label is that of what refuses or closes a dialog, and no more.

    >>> refuses("Not now"), refuses("×"), refuses("No\\nCancel"), refuses("No, delete it")
    (True, True, True, False)
    """
    lines = [" ".join(_folded(line).split()).rstrip(" .!") for line in label.splitlines()]
    return bool(lines) and all(line in _REFUSALS for line in lines)


def speaks_of_game(title: str) -> bool:
    """Whether a title speaks of a game, its beginning or its end, and of nothing else.

    >>> speaks_of_game("Game over"), speaks_of_game("You won!"), speaks_of_game("Quit?")
    (True, True, True)
    >>> speaks_of_game("Mail"), speaks_of_game("Save the game?"), speaks_of_game("")
    (False, False, False)
    """
    return _said(title, BEGIN | _ENDS | _BESIDE, _ENDS)


def _said(text: str, needed: Set[str], more: Set[str]) -> bool:
    """Whether a text has one of the words that are needed, and no word but them and known ones."""
    words = [word for word in _PLAIN.split(_folded(text)) if word]
    known = needed | _BESIDE | more
    return any(word in needed for word in words) and all(
        word in known or _NUMBER.fullmatch(word) for word in words
    )


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).lower().strip()
