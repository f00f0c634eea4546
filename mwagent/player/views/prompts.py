"""What is answered where a page asks for something to be typed: a size, a level or a name."""

from __future__ import annotations

import re
from typing import Final

from mwagent.player.views.wording import LEVELS, asks_only

USUAL: Final = 10
"""Said where a page asks for something else, mostly a number of rows, columns or mines."""
NAME: Final = "player"
"""Said where a name is asked for: of nobody."""
_NAMES: Final = re.compile(
    r"\b(nick|user|player)?name\b|\b(initials|nickname|alias|nombre|nome|nom|pseudo|spielername|imi(ę|e)"
    r"|naam|namn|navn|jméno|név|isim|nume)\b|имя|名前|名字|이름",
    re.IGNORECASE,
)
_SIZES: Final = re.compile(
    r"\b(?:row|col|width|height|size|side|mine(?!s?weeper)|bomb|level|difficult|board|grid|fila"
    r"|ancho|alto|tama|mina|linha|ligne|largeur|hauteur|zeile|spalte|breite|höhe|größe|nivel|строк"
    r"|столб|мин)\w*|[雷行列]",
    re.IGNORECASE,
)
_SECRETS: Final = re.compile(
    r"e-?mail|@|correo|courriel|почт|\bpay|pass ?(word|code|phrase)|\bpin\b|passwor|kennwort"
    r"|contrase|senha|mot de passe|hasło|wachtwoord|lösenord|парол|heslo|jelszó|şifre|parol[aă]"
    r"|credit card|token"
    r"|密码|密碼|パスワード|비밀번호",
    re.IGNORECASE,
)
_EASY: Final = "|".join(LEVELS)
_LEVEL: Final = re.compile(rf"\b({_EASY})\b", re.IGNORECASE)
_PROPOSED: Final = re.compile(
    rf"\W*(\d+(\s*[x×*,; ]\s*\d+){{0,2}}|{_EASY}|medium|normal|intermediate|hard|expert"
    r"|mittel|schwer|moyen|difficile|medio|dif[ií]cil)\W*",
    re.IGNORECASE,
)
"""A proposal that is a number, a size or a level, and nothing more."""
_NUMBERED: Final = r"(\d+)\W{1,4}\b(?:" + _EASY + r")\b"
"""An easy level in a list: "1) easy", "1 - easy"."""
_NUMBERED_AFTER: Final = r"\b(?:" + _EASY + r")\s*[=(:]\s*(\d+)"
"""The same the other way round: "easy = 1", "easy (1)"."""
_RANGE: Final = re.compile(r"(\d+)\s*(?:-|–|to|and|a|y|bis|und|à|et|до)\s*(\d+)", re.IGNORECASE)
_DEALS: Final = re.compile(
    r"\bbuy|purchas|check ?out|subscri|\bsign ?(in|up)|\blog ?in\b|delet|kauf|abonn|löschen|achet"
    r"|supprim|compr[ae]r|eliminar|excluir|acquist|\bkup|usuń|купить|удал|购买"
    r"|删除|購入|削除|구매|삭제",
    re.IGNORECASE,
)


def speaks_of_deals(text: str) -> bool:
    """Whether what a page says is of secrets, of buying, or of something that is lost for good.

    >>> speaks_of_deals("Your order. Log in"), speaks_of_deals("The mission is clear.")
    (True, False)
    """
    return bool(_SECRETS.search(text) or _DEALS.search(text))


def answer_to(message: str, proposal: str = "") -> str | None:
    """The answer to what a page asks; None where it asks for no size, level or name.

    All words of that must be known. It is the page's own proposal where that is a number or a
    level, an easy level it names, a name of nobody, or else a number, within the range that is
    named.

    >>> answer_to("Rows?", "9"), answer_to("Which level? Type: easy, medium, hard.")
    ('9', 'easy')
    >>> answer_to("1) easy 2) hard"), answer_to("Mines?"), answer_to("Size, from 4 to 8:")
    ('1', '10', '8')
    >>> answer_to("Rows?", "Between 20 and 100"), answer_to("Your name?"), answer_to("Password?")
    ('20', 'player', None)
    """
    if _SECRETS.search(f"{message} {proposal}"):
        return None
    asked = f"{message} {proposal}"
    if not asks_only(_SIZES.sub(" ", _NAMES.sub(" ", message))):
        return None
    sized = _SIZES.search(asked) or _LEVEL.search(asked)
    if not sized:
        return NAME if _NAMES.search(message) else None
    if _PROPOSED.fullmatch(proposal):
        return proposal
    for numbered in (_NUMBERED, _NUMBERED_AFTER):
        if found := re.search(numbered, asked, re.IGNORECASE):
            return found[1]
    if level := _LEVEL.search(asked):
        return level[0]
    least, most = next(((int(a), int(b)) for a, b in _RANGE.findall(asked)), (USUAL, USUAL))
    if least < most:
        return str(min(max(USUAL, least), most))
    return str(USUAL)
