"""What words say on buttons and in titles, as far as every one of them is known.

A label begins a round only where all of its words are known: "Play again" does, "Play with
friends" and "Start free trial" do not, whatever else they may say. So nothing has to be listed
that must not be pressed.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Sequence, Set
from typing import Final

AGAIN: Final = (
    *("new", "restart", "reset", "retry", "replay", "again", "neu", "neues", "neustart"),
    *("nuevo", "nueva", "reiniciar", "nouveau", "nouvelle", "rejouer", "recommencer"),
    *("novo", "nuova", "nowa", "новая", "новую", "заново", "сначала", "рестарт", "повторить"),
    *("раз", "снова", "перезапустить", "нова", "нову", "знову", "отново", "отначало", "поново"),
    *("νεο", "νεα", "ξανα", "επανεκκινηση"),
)
"""Words on buttons that begin another round, in lower case."""
FIRST: Final = (
    *("play", "start", "try", "begin", "starten", "spielen", "iniciar", "jugar", "jouer"),
    *("jogar", "gioca", "graj", "играть", "сыграть", "начать", "попробовать", "грати", "почати"),
    *("спробувати", "играй", "започни", "играј", "почни", "παιξε", "παιξτε", "ξεκινα"),
    *("ξεκινηστε", "εναρξη", "εκκινηση"),
)
"""Words on buttons that begin the first round, if not another."""
LEVELS: Final = (
    *("easy", "beginner", "small", "leicht", "einfach", "anfänger", "fácil", "principiante"),
    *("facile", "semplice", "sencillo", "débutant", "łatwy", "prosty", "легко", "простой"),
    *("легкий", "новичок", "новачок", "лесно", "лако"),
    *("почетник", "ευκολο", "αρχαριος", "简单", "簡單", "容易", "初级", "初級", "簡単", "かんたん"),
    *("쉬움", "초급"),
)
"""Words on buttons that choose the smallest board, and with it begin a round on some pages."""


def _words(text: str, between: str | None = None) -> frozenset[str]:
    return frozenset(text.split(between))


MADE: Final = _words(
    "generate create go commencer commencez lancer lancez comenzar empezar começar inizia comincia "
    "rozpocznij beginnen starta démarrer débuter iniziare giocare rozpocząć zacząć grać börja "
    "nuovo riprova ricomincia zagraj spróbuj erneut intentar tentar opnieuw spelen speel spela "
    "nytt hrát nová új újra játszom joacă nou tekrar yeniden oyna başlat rematch перезапуск "
    "もう一回 もう一度プレイ ゲーム開始 再玩一局 再开一局 重玩 开始新游戏 "
    "başla başlamak почати грати старт ctapt создать 新 新游戏 新遊戲 再来 再来一局 再來一局 "
    "再玩一次 再试一次 再試一次 重试 重試 重来 重开 重新开始 重新開始 开始 開始 开始游戏 "
    "開始遊戲 按任意键开始 按回车键开始 按任意鍵開始 キーを押してスタート "
    "新しいゲーム もう一度 もういちど スタート リスタート リトライ やり直す 最初から はじめる "
    "다시 시작 다시하기 새 새게임 재시작"
)
"""Words that begin a round and are looked for in text alone.

СТАРТ in capitals has no letter that is not read as a Latin one.
"""
BEGIN: Final = (*AGAIN, *FIRST, *sorted(MADE))
"""Words that begin a round, or another one."""
_BESIDE: Final = _words(
    # English
    "a an the this one now here over once another next from with of in at or to and your you it is "
    "game round board field area minefield mine mines bomb bombs minesweeper level mode difficulty "
    "size playing let lets s "
    "press click tap key button row rows column columns cell cells width height "
    # German, Dutch
    "ein eine einen noch mal nochmal das dieses spiel runde feld minen stufe jetzt hier versuchen "
    "opnieuw nieuw nieuwe een spel ronde "
    # French, Spanish, Portuguese, Italian
    "la le une un partie jeu fois niveau cases bombes el una otra otro vez de juego partida ronda "
    "nivel ya volver voltar o a uma um outra outro jogo rodada nível novamente partita gioco di "
    "ancora livello à ponownie einmal oynamaya din "
    # Polish, Czech, the north
    "gra grę gry jeszcze raz od nowa nową nová hra hru znovu nytt spel nyt spil igen på uusi peli "
    # Russian, Ukrainian, Bulgarian, Serbian, Greek, Korean
    "игра игру игры партия партию раунд уровень поле мины еще гра гру гри рівень ще "
    "παιχνιδι παιχνιδιου γυρος επιπεδο μια φορα 게임 하기 "
    # Turkish, Hungarian, Romanian
    "yeni oyun új játék joc nou"
)
"""Words that stand beside those on buttons, and ask for nothing else."""
_OUTCOMES: Final = _words(
    "win won wins lose lost loser winner victory defeat congratulations congrats died exploded "
    "gewonnen verloren gagné perdu ganaste perdiste ganado perdido ganhou perdeu vinto perso "
    "wygrana przegrana победа поражение победили выиграли проиграли перемога поразка перемогли "
    "виграли програли νικη ηττα"
)
"""Words that tell how a game has ended."""
_ENDS: Final = _OUTCOMES | _words(
    "over well done dead boom ended finished time has hai koniec gry another are do want i we "
    "would like yes no ok all found cleared hit score seconds have paused pause unfinished "
    "continue resume still there вы ты ви окончена конец хотите кінець закінчено"
)
"""Words that tell of the end of a game, or ask for another one."""
_RULES: Final = _words(
    "how left right button buttons mouse opens reveals put puts place places mark marks flag flags "
    "number numbers tells tell many around neighbours neighbors adjacent touch touching avoid safe "
    "without each that where if"
)
"""Words that tell how the game is played."""
_SIZES: Final = (
    *("rows", "row", "columns", "cols", "width", "height", "size", "mines", "bombs", "zeilen"),
    *("spalten", "breite", "höhe", "größe", "minen", "lignes", "colonnes", "largeur", "hauteur"),
    *("filas", "columnas", "ancho", "alto", "minas", "linhas", "colunas", "largura", "altura"),
)
"""Words that ask for the size of a board, or for its mines."""
_QUITS: Final = _words(
    "quit exit leave end stop beenden verlassen quitter salir sair esci uscire wyjść avsluta konec "
    "выход выйти вихід вийти изход излаз εξοδος"
)
"""Words that ask whether the game is to end."""
_AGREED: Final = _words(
    "ok|okay|yes|ja|oui|sí|si|sim|tak|да|так|ano|igen|evet|da|はい|是|确定|예|확인|resume|continue"
    "|next|got it|understood|weiter|fortsetzen|verstanden|reprendre|continuer|suivant|compris"
    "|continuar|siguiente|entendido|seguinte|continua|avanti|capito|wznów|dalej|rozumiem|далее"
    "|продолжить|понятно|хорошо|далі|продовжити|зрозуміло|добре|разбрах|продължи|настави"
    "|у реду|ναι|ενταξει|συνεχεια|確定|確認|继续|繼續|知道了|続ける|계속",
    "|",
)
"""What agrees to a dialog."""
_MENUS: Final = _words(
    "game menu file spiel juego jeu partie jogo partida gioco gra игра гра spel spill peli oyun "
    "παιχνιδι"
)
"""Titles of menus in which another round is begun."""
_TITLES: Final = _OUTCOMES | (_MENUS | _QUITS | {"minesweeper", "mines"}) - _words(
    "menu file end leave stop"
)
"""Words of titles that no other window has: what a game is called, its outcome, its end."""
_FACES: Final = frozenset("🙂😀😃😄😁😊😎😵😐😮🥳☺🙁☹😞↻⟳🔄🔁")
"""Signs that stand alone on what begins another round."""
_EMOTICON: Final = re.compile(r"[:;=][-o^]?[)(DPp|O]")
"""The same, written in letters."""
_MADE_NAMES: Final = _words(
    "btn button icon icons img image svg fa fas far i ico smiley smile face emoji header top "
    "control primary large big ui mdi bi js"
)
"""Names that makers give to buttons without words, beside those that say what they do."""
_REFUSALS: Final = _words(
    "no|cancel|close|later|not now|maybe later|no thanks|dismiss|stay|nein|abbrechen|schließen"
    "|später|nicht jetzt|non|annuler|fermer|plus tard|cancelar|cerrar|ahora no|más tarde|não"
    "|fechar|agora não|annulla|chiudi|non ora|nie|anuluj|zamknij|nee|annuleren|sluiten|nej"
    "|avbryt|stäng|luk|annuller|ei|peruuta|нет|отмена|закрыть|позже|ні|скасувати|ne|zrušit"
    "|zavřít|nem|mégse|bezárás|hayır|iptal|kapat|nu|anulare|取消|关闭|關閉|否|いいえ"
    "|キャンセル|閉じる|아니요|취소|닫기|x|×|✕|✖|❌"
    "|skip|skip tutorial|skip intro|decline|decline all|reject|reject all|only necessary"
    "|necessary only|essential only|überspringen|ablehnen|alle ablehnen|nur notwendige|passer"
    "|refuser|tout refuser|omitir|saltar|rechazar|rechazar todo|pular|recusar|rejeitar|salta"
    "|rifiuta|rifiuta tutto|pomiń|odrzuć|overslaan|weigeren|hoppa över|neka|spring over|afvis"
    "|не сейчас|отменить|пропустить|отклонить|закрити|пізніше|не зараз|пропустити|не|отказ"
    "|откажи|затвори|οχι|ακυρο|ακυρωση|κλεισιμο|αργοτερα|跳过|拒绝|スキップ|拒否",
    "|",
)
"""What a dialog is refused by."""
_ASKED: Final = _words(
    "which what who type enter choose select pick give input please between from to max min "
    "maximum minimum default like me high best record highscore top list medium normal hard "
    "intermediate expert advanced custom wie viele welche welches gib bitte zwischen von bis und "
    "oder mittel schwer combien quel quelle entre et ou choisissez entrez veuillez moyen "
    "difficile cuántas cuántos cuantas cuantos cuál elige introduce por favor y medio difícil "
    "quantas quantos qual escolha digite e ou médio quanti quante quale scegli inserisci o ile "
    "jaki podaj wybierz сколько какой введите выберите поля поле количество от до ваше твое как "
    "вас зовут средний сложный середній складний exit prompt fields"
)
"""Words that ask for something to be typed."""
_CLOSES: Final = _words(
    "close schließen fermer cerrar fechar chiudi zamknij sluiten stäng luk закрыть zavřít bezárás "
    "kapat закрити затвори κλεισιμο 关闭 關閉 閉じる 닫기 x × ✕ ✖ ❌"
)
"""Words of refusals that close something."""
_CLOSED: Final = _words(
    "computer pc system program app account session subscription konto rechner sitzung compte "
    "ordinateur cuenta ordenador sesión conta sessão sessione komputer sesja компьютер аккаунт "
    "сеанс комп ютер акаунт компютър профил рачунар налог υπολογιστη λογαριασμο dator "
    "počítač účet számítógép fiók bilgisayar hesap 电脑 計算機 计算机 账户 帳戶 系统 "
    "アカウント パソコン 계정 컴퓨터"
)
"""What is not to be closed."""
_KEEPS: Final = _words(
    "keep save stay remain retain preserve store remember continue resume renew behalten "
    "speichern bleiben fortsetzen merken conserver garder enregistrer sauvegarder rester "
    "continuer guardar conservar mantener quedarse permanecer continuar salvar manter ficar "
    "salva salvare mantenere conservare restare continuare zachować zapisać zostać kontynuować "
    "bewaren opslaan houden blijven doorgaan behålla spara stanna fortsätta gem behold bliv "
    "lagre säilytä tallenna сохранить оставить остаться продолжить зберегти залишити продовжити "
    "запази запазване запазите продължи сачувај сачувати задржи настави αποθηκευση αποθηκευσετε "
    "διατηρηση κρατησετε συνεχεια ponechat uložit zůstat pokračovat megtart mentés marad folytat "
    "sakla kaydet devam păstra salvează 保存 保留 保持 继续 繼續 残す 続け 저장 유지 계속"
)
"""Words of questions that do harm where they are refused."""
_OPENS: Final = _words(
    "dig open reveal uncover graben öffnen aufdecken creuser ouvrir révéler cavar abrir revelar "
    "descubrir scava apri scopri kopać kop odkryj открыть копать відкрити копати отвори "
    "挖 翻开 打开 開く 掘る 열기"
)
"""Words by which a click opens a cell, where there is a choice."""
_MARKS: Final = _words(
    "flag mark markieren flagge fahne drapeau marquer bandera marcar bandeira bandiera segna flaga "
    "oznacz флаг флажок отметить прапорець σημαια 旗 标记 フラグ 깃발"
)
"""Words by which it marks one."""
_ALIKE: Final = str.maketrans("άέήίόύώё", "αεηιουωе")
"""Letters that are written without their mark as well, in capitals above all."""
_PLAIN: Final = re.compile(r"[\W_]+|(?<=\d)(?=[^\W\d])|(?<=[^\W\d])(?=\d)")
"""What stands between words."""
_SIZE: Final = re.compile(r"\d\s*[x×*]\s*\d|\b(?:size|grid|board)\W*\d", re.IGNORECASE)
"""The size of a board in a label."""
_COUNTS: Final = _words("grid count number squares tiles")
"""Words that stand beside a size."""
_ANY: Final = _words(
    "key taste tecla touche tasto klawisz toets tangent tast клавишу клавішу klávesu tuşa tastă "
    "按任意键开始 按任意键继续 按回车键开始 按回车键继续 按任意鍵開始 按任意鍵繼續 "
    "キーを押してスタート"
)
"""What a key is called where it matters not which."""
_SPACE: Final = _words(
    "space spacebar leertaste espace espacio espaço spazio spatie spację mellanslag mezerník "
    "boşluk пробел пробіл"
)
_KEYS: Final = {
    **dict.fromkeys(_ANY | _words("enter return eingabetaste entrée intro invio ввод"), "enter"),
    **dict.fromkeys(_SPACE, "space"),
}
"""Names of keys that begin a round where it is said."""
_TYPED: Final = _words(
    "press hit push any bar drücke drücken sie die beliebige zum um zu druk op willekeurige om te "
    "appuyez appuie appuyer sur pour importe quelle barre pulsa pulse presiona presione oprima "
    "cualquier para barra espaciadora pressione aperte qualquer premi premere qualsiasi per "
    "spaziatrice naciśnij dowolny aby нажмите нажми любую чтобы для натисніть будь яку щоб "
    "stiskněte libovolnou pro tryck tryk trykk på för att valfri başlamak için herhangi bir "
    "tuşuna etmek basın apasă orice pentru"
)
"""Words by which it is said that a key is to be typed."""
_ONWARD: Final = _words(
    "continue proceed fortfahren fortsetzen weiter doorgaan continuer continuar continuare "
    "kontynuować продолжить продолжения продовжити pokračování fortsätta devam continua "
    "按任意键继续 按回车键继续 按任意鍵繼續"
)
"""What a key does that turns a page."""
_NUMBER: Final = re.compile(r"\d+|[x×fnr]|ctrl")
"""Numbers, and names of keys and sizes beside words."""


def begins_round(label: str) -> bool:
    """Whether a label says that something begins a round or chooses an easy level, and no more.

    >>> begins_round("New game (F2)"), begins_round("Play again!"), begins_round("8 × 8")
    (True, True, True)
    >>> begins_round("Play with friends"), begins_round("Reset account"), begins_round("Continue")
    (False, False, False)
    """
    return shows_sign(label) or round_word(label) != ""


def shows_sign(label: str) -> bool:
    """Whether a label is nothing but a sign for another round, mostly a face.

    >>> shows_sign("🙂"), shows_sign(":-)"), shows_sign("🙂 3 friends")
    (True, True, False)
    """
    signs = {sign for sign in label if not sign.isspace() and sign != "\ufe0f"}
    return _EMOTICON.fullmatch(label.strip()) is not None or (bool(signs) and signs <= _FACES)


def refuses(label: str) -> bool:
    """Whether a label is that of what refuses or closes a dialog, and no more.

    >>> refuses("Not now"), refuses("×"), refuses("No\\nCancel"), refuses("No, delete it")
    (True, True, True, False)
    """
    return _is_one_of(label, _REFUSALS)


def refuses_only(label: str, about: str) -> bool:
    """Whether a label refuses a dialog that says what it is `about`, however that is read.

    >>> refuses_only("No", "Delete all?"), refuses_only("No", "Keep your best times?")
    (True, False)
    >>> refuses_only("Cancel", "Cancel your order?"), refuses_only("Close", "Close the account?")
    (False, False)
    """
    said, refusal = _folded(about), {*_PLAIN.split(_folded(label))} - {""}
    words = {word for word in _PLAIN.split(said) if word}
    turned = _KEEPS | (_CLOSED if refusal & _CLOSES else frozenset()) | refusal
    # Where no blanks stand between words, they are found within.
    within = any(word in said for word in turned if not word.isascii() and len(word) > 1)
    return refuses(label) and bool(words) and not (within or words & turned)


def named_key(text: str, onward: bool = False, levels: bool = False) -> str:
    """The key by which a text says that a round begins, "" for none; or that it goes `onward`.

    With `levels` also that by which an easy one is chosen.

    >>> named_key("Press SPACE to start"), named_key("Press any key to play"), named_key("Enter")
    ('space', 'enter', '')
    >>> named_key("R - RESTART"), named_key("Press N to restart"), named_key("Start a round")
    ('r', 'n', '')
    >>> named_key('Pressione "Enter" para continuar', True), named_key("Enter to pay", True)
    ('enter', '')
    >>> named_key("B for Beginner (9x9)", levels=True), named_key("B for Beginner (9x9)")
    ('b', '')
    """
    letters = set(re.findall(r"\b[b-z]\b(?!['’])", _folded(text))) - _BESIDE - _TYPED
    keys = {*_KEYS, *(letters if len(letters) == 1 else ())}
    more = _ENDS | _TYPED
    aims = (*BEGIN, *(LEVELS if levels else ()), *(_ONWARD if onward else ()))
    found = _said(text, [*sorted(keys - _ANY), *sorted(_ANY)], {*aims, *_ONWARD, *more})
    return _KEYS.get(found, found) if found and _said(text, aims, keys | more) else ""


def agrees(label: str) -> bool:
    """Whether a label is that of what agrees to a dialog, whatever that says.

    >>> agrees("OK"), agrees("Yes"), agrees("Yes, buy it")
    (True, True, False)
    """
    return _is_one_of(label, _AGREED)


def is_harmless(text: str) -> bool:
    """Whether a dialog may be agreed to: it tells of the end or the rules, or asks for a round.

    >>> is_harmless("You lost! Play again?"), is_harmless("Quit?"), is_harmless("Reset score?")
    (True, False, False)
    """
    return _said(text, sorted({*BEGIN, *_ENDS} - {"reset"}), _ENDS | _RULES) != ""


def asks_only(text: str) -> bool:
    """Whether a question says nothing more than what asks for a size, a level or a name.

    >>> asks_only("How many do you want?"), asks_only("How many do you want to buy?")
    (True, False)
    """
    return _said(f"{text} new", ("new",), {*LEVELS, *_SIZES, *_ENDS, *_RULES, *_ASKED}) != ""


def names_menu(label: str) -> bool:
    """Whether a label is the title of a menu that mostly has an entry for another round."""
    return _is_one_of(label, _MENUS)


def names_hand(label: str) -> str:
    """What a click does as a label says that offers a choice: "opens", "marks", or "" for neither.

    One that says in what mode clicks are, and changes that, "switches".

    >>> names_hand("Dig"), names_hand("Flag"), names_hand("Mode: flag"), names_hand("Open account")
    ('opens', 'marks', 'switches', '')
    """
    signs = {sign for sign in label if not sign.isspace() and sign != "\ufe0f"}
    if signs and signs <= set("⛏🚩⚑"):
        return "opens" if signs == {"⛏"} else "switches"
    said = _said(label, [*sorted(_MARKS), *sorted(_OPENS)], frozenset())
    if said in _MARKS:
        both = {*_PLAIN.split(_folded(label))} & {"mode", *_OPENS}
        return "switches" if both else "marks"
    return "opens" if said else ""


def tells_to_click(label: str) -> bool:
    """Whether a label tells that a click opens a cell, as what waits for one does, and no more.

    >>> tells_to_click("Click to reveal\\nHold to mark"), tells_to_click("Reveal all")
    (True, False)
    """
    told = {"click", "tap"} & {*_PLAIN.split(_folded(label))}
    return bool(told) and _said(label, sorted(_OPENS), _MARKS | _RULES | {"hold"}) != ""


def names_size(label: str) -> bool:
    """Whether a label asks for the size of a board, or for its mines.

    >>> names_size("Number of rows:"), names_size("Amount:")
    (True, False)
    """
    return _said(label, _SIZES, _words("number no")) != ""


def names_button(signs: str) -> bool:
    """Whether the names that its maker gave to something without words are of the face, or so.

    >>> names_button("smiley face"), names_button("btn new game"), names_button("icon trash")
    (True, True, False)
    """
    faces = ("smiley", "smile", "face", "emoji")
    return _said(signs, (*BEGIN, *faces), _MADE_NAMES) != ""


def speaks_of_game(title: str) -> bool:
    """Whether a title names a game, how it has ended or that it is quit, and nothing else.

    >>> speaks_of_game("Game over"), speaks_of_game("You won!"), speaks_of_game("Quit?")
    (True, True, True)
    >>> speaks_of_game("New"), speaks_of_game("Time"), speaks_of_game("Save the game?")
    (False, False, False)
    """
    return _said(title, sorted(_TITLES), {*BEGIN, *_ENDS}) != ""


def _is_one_of(label: str, some: Set[str]) -> bool:
    lines = [" ".join(_folded(line).split()).rstrip(" .!") for line in label.splitlines()]
    return bool(lines) and all(line in some for line in lines)


def round_word(label: str) -> str:
    """The word of a label by which it begins a round or chooses an easy level, "" for none.

    A label that names nothing but a size chooses it as a level does.

    >>> round_word("New game"), round_word("9 x 9, 10 mines"), round_word("9 x 9 tickets")
    ('new', 'small', '')
    """
    said = _said(label, (*BEGIN, *LEVELS), frozenset())
    sized = _SIZE.search(label) is not None and _said(f"small {label}", ("small",), _COUNTS) != ""
    return said or ("small" if sized else "")


def _said(text: str, needed: Sequence[str], more: Set[str]) -> str:
    """The first of some words that a text says; "" where any of its words is not known.

    Many write letters without their accents.
    """
    words = {_unaccented(word) for word in _PLAIN.split(_folded(text)) if word}
    known = map(_unaccented, (*needed, *_BESIDE, *more))
    if not all(map(_NUMBER.fullmatch, words.difference(known))):
        return ""
    return next((word for word in needed if _unaccented(word) in words), "")


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).lower().translate(_ALIKE).strip()


@functools.cache
def _unaccented(word: str) -> str:
    """A word with Latin letters without accents.

    >>> _unaccented("fácil"), _unaccented("чёрный")
    ('facil', 'чёрный')
    """
    bare = re.sub(r"([A-Za-z])[\u0300-\u036f]+", r"\1", unicodedata.normalize("NFD", word))
    return unicodedata.normalize("NFC", bare)
