"""What may be pressed beside a board: nothing but the game, and nothing of it that does harm.

One rule for every press that is not on a cell. What is pressed lies in what the program itself
fills of its window, or on the page that is played. It never says, by its words or by the shape of
what is drawn on it, that it closes, quits, leaves, buys, logs in or out, deletes, submits or
downloads, and never leads to another site.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.player.views.view import View
from mwagent.player.views.windows import Point, within
from mwagent.vision.capture import Shot
from mwagent.vision.header.words import AGAIN, FIRST, LEVELS, SMALLEST_WORD, find_leaving
from mwagent.vision.lattice import Box

_CLOSES: Final = (
    r"\b(close|dismiss|cerrar|fechar|schlie(ß|ss)en|fermer|chiudi|zamknij|sluiten|lukk?e?|stäng"
    r"|закрыть|закрити|zavřít|bezár(ás)?|kapat|închide|sulje|tutup|đóng)\b|关闭|關閉|閉じる|닫기"
    r"|^\W*(x|[×✕✖✗✘❌❎⨯☓╳🗙])\W*$"
)
"""What is written on what closes a dialog, or a program."""
_HARM: Final = (
    "exit|quit|leave|abandon|home ?page|(back|go|return) to (desktop|home)|buy|purchase"
    r"|order now|check ?out|cart|pay|premium|pro version|ads?|upgrade|subscri\w+|unlock|donat\w+"
    r"|sponsor\w*|shop|store|coins?|advert\w*|support us|(log|sign) ?-?(in|out|off|on|up)"
    "|register|account|password|profile|delete|remove|erase|wipe|uninstall|trash|submit"
    r"|(clear|reset) (all|data|scores?|high ?scores?|stat\w+|history|storage|accounts?|progress)"
    r"|send|upload|share|publish|tweet|facebook|download\w*|install|print|get the app|google play"
    "|export|save (as|to (disk|file))|post (it|score)"
    # Spanish and Portuguese
    "|sal(ir|ga)|sair|abandonar|comprar|pagar|carrito|carrinho|entrar|(iniciar|cerrar) sesi[oó]n"
    r"|cadastr\w+|registr\w+|contraseña|senha|conta|cuenta|eliminar|borrar|excluir|apagar|enviar"
    r"|compartir|compartilhar|descargar|baixar|instalar|suscri\w+|assinar|donar|doar"
    # German
    "|beenden|verlassen|kaufen|bezahlen|warenkorb|(an|ab)melden|löschen|(ein|aus)loggen|konto"
    "|passwort|kennwort|entfernen|(ab)?senden|teilen|herunterladen|installieren|abonnieren"
    "|spenden|drucken"
    # French
    "|quitter|sortir|acheter|payer|panier|(dé)?connecter|(dé)?connexion|inscri(re|ption)|compte"
    "|mot de passe|supprimer|effacer|envoyer|partager|télécharger|installer|abonner|faire un don"
    # Italian
    "|esci|uscire|abbandona|compra|acquista|paga|carrello|acced[ie]|dona|disconnetti|iscriviti"
    "|elimina|cancella|rimuovi|invia|condividi|scarica|installa|abbonati"
    # Polish
    "|wyj(dź|ście|dz)|opuść|zakończ|kup|zapłać|koszyk|(za|wy)loguj|hasło|zarejestruj|usuń|skasuj"
    "|wyślij|udostępnij|pobierz|zainstaluj"
    # Dutch
    "|afsluiten|verlaten|stoppen|kopen|betalen|winkelwagen|(in|uit)loggen|aanmelden"
    "|verwijder(en)?|wissen|verzenden|delen|downloaden|installeren"
    # Swedish, Danish, Norwegian, Finnish
    "|avsluta|lämna|afslut|avslutt|forlad|köp|køb|kjøp|logga (in|ut)|log(g)? (ind|inn|ut)|radera"
    "|ta bort|slet|skicka|dela|ladda ner|hent|lopeta|poistu|osta|kirjaudu|poista|lataa"
    # Russian, Ukrainian
    "|вый(ти|дите)|выход|покинуть|купить|оплатить|корзина|войти|вход|регистрация|аккаунт|пароль"
    "|удалить|стереть|отправить|поделиться|скачать|загрузить|установить|подписаться|вийти|вихід"
    "|купити|увійти|видалити|надіслати|завантажити"
    # Czech, Hungarian, Turkish, Romanian
    "|ukončit|odejít|konec|koupit|(při|od)hlásit|smazat|odeslat|stáhnout|kilépés|vásárlás"
    "|(be|ki)jelentkezés|törlés|küldés|letöltés|çıkış?|ayrıl|satın al|giriş|sil|gönder|paylaş"
    "|indir|yükle|ieșire|ieşire|cumpără|autentificare|șterge|trimite|descarcă"
    # Indonesian, Vietnamese
    "|keluar|beli|masuk|hapus|kirim|unduh|thoát|rời|mua|xóa|gửi|đăng (nhập|xuất)|tải"
)
"""What is written on what does anything else but play, in two dozen languages."""
_HARM_UNSPACED: Final = (
    "退出|离开|離開|购买|購買|支付|登录|登入|登出|注销|删除|刪除|提交|发送|分享|下载|下載|安装|終了|やめる|購入|ログイン|ログアウト|削除|送信|共有|ダウンロード"
    "|インストール|종료|나가기|구매|결제|로그인|로그아웃|삭제|제출|보내기|공유|다운로드|설치"
)
"""The same where words are written without spaces."""
_SIGNS: Final = re.compile(
    r"\b(close|times|x ?mark|exit|quit|log ?(in|out)|sign ?(in|out|up)|delete|trash|remove|download"
    r"|buy|cart|checkout|subscribe|donate|share|upload|logout|privacy|advert|sponsor)\b",
    re.IGNORECASE,
)
"""What makers call such things where they show no words but a mark."""
_WITHOUT: Final = re.compile(
    r"\b(without|no|skip|ohne|sans|sin|senza|sem|bez|без) (an? |any )?(\w+ ?-?(in|up)\b|\w+)", re.I
)
"""What is said not to be done or asked for."""
_BEGINS: Final = re.compile(
    rf"\b({'|'.join((*AGAIN, *FIRST, *LEVELS))})\b|新|再|开始|開始|もう一度|다시|시작",
    re.IGNORECASE,
)
_LEAVES: Final = re.compile(rf"\b({_HARM})\b|{_HARM_UNSPACED}", re.IGNORECASE)
_SHUTS: Final = re.compile(_CLOSES, re.IGNORECASE | re.MULTILINE)

STROKES: Final = 40
"""Least difference in levels between letters, or lines, and what they stand on."""
SEEN: Final = 40
"""Pixels above and below a point, and a quarter of those to its sides, that say what it does."""
_CROSS: Final = 15
"""Side to which what may be a cross is scaled, in pixels."""
_BARE: Final = 0.2
"""Part of the arms of a cross that is not drawn, and of what lies between them that is, at most."""


def does_harm(words: str) -> bool:
    """Whether words say that something does anything else but play; a mark to close does.

    >>> does_harm("Log out"), does_harm("Spiel beenden"), does_harm("×"), does_harm("New game")
    (True, True, True, False)
    >>> does_harm("Play without login"), does_harm("Reset"), does_harm("Reset statistics")
    (False, False, True)
    """
    plain = _WITHOUT.sub(" ", words)
    return bool(_LEAVES.search(plain) or _SHUTS.search(plain))


def begins_round(words: str) -> bool:
    """Whether words say that something begins a round, or chooses an easy level."""
    return bool(_BEGINS.search(words)) and not does_harm(words)


def permits(view: View, at: tuple[float, float], *, over: bool = False) -> bool:
    """Whether a point may be pressed that is on no cell of a board.

    With `over` it lies over the board, on a dialog of a page: that may be closed.
    """
    point: Point = (int(at[0]), int(at[1]))
    under = view.under(point)
    if not under.ours or under.leads:
        return False
    if does_harm(under.words):
        return over and _LEAVES.search(under.words) is None
    if under.words:
        return begins_round(under.words) or not _SIGNS.search(under.signs)
    return not _SIGNS.search(under.signs) and not _shows_harm(view, point)


def _shows_harm(view: View, at: Point) -> bool:
    """Whether what is drawn at a point is a cross, or says that it does harm."""
    for shot, x, y in shown_at(view, at):
        left, top = max(0, x - 4 * SEEN), max(0, y - SEEN)
        part = shot.picture[top : y + SEEN, left : x + 4 * SEEN]
        return shows_harm(np.ascontiguousarray(part), (x - left, y - top))
    return False


def shown_at(view: View, at: Point) -> Iterator[tuple[Shot, int, int]]:
    """Pictures of monitors that show a point, and the pixel (x, y) there."""
    for shot in view.pictures():
        x, y = (at[0] - shot.left) * shot.scale_x, (at[1] - shot.top) * shot.scale_y
        height, width = shot.picture.shape[:2]
        if 0 <= x < width and 0 <= y < height:
            yield shot, round(x), round(y)


def shows_harm(picture: NDArray[np.uint8], at: Point) -> bool:
    """Whether a cross, or a line of words that say of harm, is drawn at a pixel of a picture.

    `picture` is (height, width, 3) uint8 BGR.
    """
    boxes = [word.box for word in find_leaving(picture)]
    if any(_holds(box, at) for box in boxes) or cross_at(picture, at):
        return True
    # The smallest is the button, or the words, that lie there; what is around it is a frame, and
    # what else is written in that may be another's.
    around = [line for line in lines_of(picture) if within(line, at)]
    line = min(around, key=_area, default=(0, 0, 0, 0))
    return any(_overlap(line, box) for box in boxes)


def lines_of(picture: NDArray[np.uint8]) -> list[Box]:
    """Rectangles of what is drawn in one piece on a picture, the words of one line among them.

    What is written close to a border is told from it, too: of a menu, it is one entry.
    """
    edges = strokes_of(picture)
    # What is left of a border is no line of words.
    words = [
        (x0, y0, x1, y1)
        for x0, y0, x1, y1 in pieces_of(edges - _borders(edges))
        if SMALLEST_WORD <= y1 - y0 < x1 - x0
    ]
    return pieces_of(edges) + words


def strokes_of(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Where letters and lines are drawn on a picture: 1, else 0."""
    gradient = cv2.morphologyEx(picture, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    return np.asarray(gradient.max(axis=2) > STROKES, np.uint8)


def pieces_of(drawn: NDArray[np.uint8], down: int = 1, across: int = 9) -> list[Box]:
    """Rectangles of what is drawn in one piece, with gaps less than so high and wide.

    The words of one line are, where nothing else is said.
    """
    joined = cv2.morphologyEx(drawn, cv2.MORPH_CLOSE, np.ones((down, across), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    return [(x, y, x + width, y + height) for x, y, width, height, _ in stats[1:].tolist()]


def _borders(edges: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The edges that are longer than any stroke of a letter: of menus, dialogs and fields."""
    sides = (np.ones((1, SEEN), np.uint8), np.ones((SEEN, 1), np.uint8))
    across, down = (cv2.morphologyEx(edges, cv2.MORPH_OPEN, side) for side in sides)
    return np.maximum(across, down).astype(np.uint8)


def cross_at(picture: NDArray[np.uint8], at: Point) -> bool:
    """Whether a cross of two strokes is drawn at a pixel, as on what closes a window."""
    ink = cv2.absdiff(picture, cv2.medianBlur(picture, 27)).max(axis=2)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(
        (ink > 45).astype(np.uint8), connectivity=8
    )
    row, col = np.indices((_CROSS, _CROSS))
    off = np.minimum(abs(row - col), abs(row + col - _CROSS + 1))
    for label, (x, y, width, height, _) in enumerate(stats.tolist()):
        if not label or not 5 <= height <= 40 or not 0.7 < width / height < 1.4:
            continue
        if not _holds((x, y, x + width, y + height), at):
            continue
        part = (labels[y : y + height, x : x + width] == label).astype(np.float32)
        drawn = cv2.resize(part, (_CROSS, _CROSS), interpolation=cv2.INTER_AREA) > 0.4
        near = cv2.dilate(drawn.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        if near[off == 0].mean() > 1 - _BARE and drawn[off > 3].mean() < _BARE:
            return True
    return False


def _overlap(one: Box, other: Box) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    return across > 0 and min(one[3], other[3]) > max(one[1], other[1])


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _holds(box: Box, at: tuple[float, float]) -> bool:
    """Whether a point lies in a box, or beside it by less than half of its height."""
    x0, y0, x1, y1 = box
    room = (y1 - y0) / 2
    return x0 - room <= at[0] <= x1 + room and y0 - room <= at[1] <= y1 + room
