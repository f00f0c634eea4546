"""What stands on buttons that must not be pressed: no list of what does harm has all of it.

Some of it asks for things that cannot be undone, in ten languages; some of it says a word that
begins a round beside others that do not, or differs from one by a letter; the rest is drawn from a
dictionary, which is the text that comes with Python.
"""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Final

from mwagent.player.views.wording import BEGIN, LEVELS

HARM: Final = {
    "English": "Shut down|Hibernate|Vote|Transfer|Shred|Format disk|Accept all|Allow|Archive|Bet"
    "|Share score|Send|OK then",
    "German": "Herunterfahren|Abstimmen|Überweisen|Zustimmen|Formatieren|Vernichten|Setzen"
    "|Weiterleiten",
    "French": "Voter|Accepter tout|Formater|Virement|Autoriser|Archiver|Éteindre|Miser"
    "|Redémarrer le serveur|Publier",
    "Spanish": "Votar|Aceptar todo|Formatear|Transferir|Permitir|Apagar equipo|Apostar",
    "Italian": "Vota|Accetta tutto|Trasferisci|Formatta|Consenti|Spegni|Scommetti",
    "Polish": "Głosuj|Przelej|Zgadzam się|Sformatuj|Zezwól|Wyłącz|Postaw|Zatwierdź",
    "Turkish": "Oyla|Kabul et|Havale et|Biçimlendir|İzin ver|Bilgisayarı kapat|Bahis yap"
    "|Kapat ve sil",
    "Russian": "Голосовать|Перевести|Принять всё|Форматировать|Разрешить|Выключить|Отправить",
    "Chinese": "投票|转账|全部接受|格式化|允许|关机|充值",
    "Japanese": "投票|送金|同意する|初期化|許可|シャットダウン|課金|すべて許可",
    "others": "Enviar agora|Uitschakelen|Stäng av datorn|더 보기",
}
"""What asks for something that is not the game, by language."""
MIXED: Final = (
    *("Start free trial", "Play with money", "Reset account", "New message", "Try premium"),
    *("Play with friends", "Novo pedido", "Новое сообщение", "新消息"),
    *("Restart computer", "Replay advert", "Begin transfer", "Easy payment", "Create account"),
    *("Rechner neu starten", "Neues Konto", "Nouveau virement", "Commencer l'achat"),
    *("Iniciar sesión", "Nueva cuenta", "Jugar con dinero", "Gioca e scommetti", "Nuova spesa"),
    *("Nowa płatność", "Novo pagamento", "Новая покупка", "Начать перевод"),
    *("新しい支払い", "开始付款"),
)
"""What has a word that begins a round, and is about something else."""
HARMFUL: Final = (*"|".join(HARM.values()).split("|"), *MIXED)
"""All of these."""
ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz"
REFUSING: Final = {"cancel", "close", "dismiss", "later", "stay"}
"""Words of the dictionary that refuse what a dialog of the game asks."""


@cache
def dictionary() -> tuple[str, ...]:
    """Words of the texts that come with Python, but for those that begin a round or refuse."""
    from pydoc_data.topics import topics

    found = set(re.findall(r"\b[a-z]{4,10}\b", " ".join(topics.values()).lower()))
    return tuple(sorted(found.difference(BEGIN, LEVELS, REFUSING)))


def alike(draw: random.Random, word: str) -> str:
    """A word that differs from one by a letter: another one, one more or one less."""
    at, letter = draw.randrange(len(word)), draw.choice(ALPHABET)
    ways = (word[:at] + letter + word[at + 1 :], word[:at] + letter + word[at:])
    made = draw.choice((*ways, word[:at] + word[at + 1 :]))
    return made if len(made) > 3 and made not in {*BEGIN, *LEVELS} else alike(draw, word)


def strange(draw: random.Random) -> str:
    """What is written on a button that must not be pressed."""
    kind = draw.randrange(4)
    if kind == 0:
        return draw.choice(HARM[draw.choice(tuple(HARM))].split("|"))
    if kind == 1:
        return draw.choice(MIXED)
    if kind == 2:
        return alike(draw, draw.choice(BEGIN[:30])).capitalize()
    return " ".join(draw.sample(dictionary(), draw.randint(1, 2))).capitalize()
