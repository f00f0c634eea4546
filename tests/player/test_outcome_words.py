"""What programs say of the end of a game, and what they say with the same words, by language."""

from __future__ import annotations

import pytest

from mwagent.minefield import Stage
from mwagent.player.rounds.announcement import languages, verdict

PHRASES = {
    "English": (
        "You have won!|Congratulations, you cleared the field.|VICTORY!|You Win 🎉|You Winner!|"
        "VICTORY IN 00:17|Game over! You win!|CLEARED!|You've won in 12 s. Try again?|"
        "Great job! You found them.",
        "You lost.|BOOM! You hit a mine.|Game over|LOST|Sorry, you have lost the game.|"
        "The mine has exploded|DEFEAT!|"
        'You lost the game! Click "New Game" below to start a new game.',
        "We will notify you if you win!|Subscribe, and we e-mail you when somebody has won|"
        "Open all safe cells to win!|You win by opening every cell that is no mine.|"
        "You lose if you click on a mine.|Games won: 3|Won\n12|Lost\n4|You have won 3 games|"
        "Win rate|Victory sound|Show the mines after you lost|You have not won yet|"
        "You almost won!|You lost a life!|Loading failed, check your connection|Winners|"
        "Play again|12 cells cleared|Time: 13|Open every cell to win|"
        "you have won 2, you have lost 1",
    ),
    "Spanish": (
        "¡Has ganado!|Enhorabuena, has ganado la partida|¡Victoria!|¡Ganaste!",
        "Has perdido.|¡Perdiste! Inténtalo de nuevo|Fin del juego|Perdido|Derrota|"
        "Esto ha explotado",
        "Avísame si has ganado|Abre todas las casillas para ganar|"
        "Pierdes cuando pisas una mina|Partidas ganadas: 3|Perdidas\n2|Sonido de victoria|"
        "No has ganado todavía|Has perdido la conexión",
    ),
    "Catalan": (
        "Has guanyat!|Felicitats! Has guanyat la partida",
        "Has perdut.|S'ha acabat la partida",
        "Si has guanyat, ho direm aquí|Partides guanyades: 4|No has guanyat",
    ),
    "Galician": (
        "Gañaches!|Parabéns!",
        "Perdiches.|Fin do xogo",
        "Cando gañaches, dicímolo|Partidas gañadas: 1",
    ),
    "French": (
        "Vous avez gagné !|Bravo, tu as gagné|Gagné !|Félicitations|Partie gagnée",
        "Perdu !|Perdue|Vous avez perdu.|Tu as tout perdu|Partie terminée|Défaite",
        "Prévenez-moi si j'ai gagné|Découvrez toutes les cases pour avoir gagné|"
        "Vous avez perdu quand une mine explose|Parties gagnées : 3|Perdues\n7|Son de victoire|"
        "Vous n'avez pas gagné|Rejouer",
    ),
    "German": (
        "Du hast gewonnen!|Glückwunsch, Sie haben gewonnen|Sieg!|Gewonnen!",
        "Leider verloren|Du hast das Spiel verloren.|Verloren|Das Spiel ist vorbei|Bumm!",
        "Wir melden uns, wenn Sie gewonnen haben|Wer alle Felder öffnet, hat gewonnen|"
        "Sobald du auf eine Mine trittst, hast du verloren|Gewonnene Spiele: 3|Verloren\n5|"
        "Siege|Ton bei Sieg|Du hast noch nicht gewonnen|Neues Spiel",
    ),
    "Dutch": (
        "Je hebt gewonnen!|Gefeliciteerd!|Gewonnen!",
        "U hebt verloren.|Verloren|Spel afgelopen",
        "Als je hebt gewonnen, hoor je het|Gewonnen: 3|Geluid bij winst|Nieuw spel",
    ),
    "Italian": (
        "Hai vinto!|Complimenti, hai vinto la partita|Vittoria!",
        "Hai perso|Partita persa|Fine del gioco|Sconfitta",
        "Avvisami se hai vinto|Quando hai perso, si vedono le mine|Partite vinte: 2|"
        "Suono di vittoria|Non hai vinto",
    ),
    "Portuguese": (
        "Você ganhou!|Parabéns!|Você venceu o jogo|Vitória!|Ganhou!",
        "Você perdeu|Perdeste!|Fim de jogo|Derrota",
        "Se você ganhou, avisamos|Quando você perdeu, as minas aparecem|Jogos ganhos: 3|"
        "Você não ganhou|Você perdeu a conexão|Som de vitória",
    ),
    "Romanian": (
        "Ai câştigat!|Felicitări!|Victorie!",
        "Ai pierdut|Jocul s-a terminat",
        "Dacă ai câștigat, vei afla|Jocuri câștigate: 3|Sunet de victorie",
    ),
    "Polish": (
        "Wygrałeś!|Gratulacje|Wygrałaś grę|Zwycięstwo!",
        "Przegrałeś|Koniec gry|Przegrana|Przegrałaś!",
        "Gdy wygrałeś, powiemy|Nie wygrałeś|Wygrane gry: 3|Przegrane\n3|Dźwięk zwycięstwa|Nowa gra",
    ),
    "Czech": (
        "Vyhrál jsi!|Gratuluji|Vyhráli jste!|Vítězství!",
        "Prohrál jsi|Konec hry|Prohráli jste.|Prohra",
        "Pokud vyhráli jste, řekneme to|Vyhrané hry: 2|Zvuk vítězství|Nová hra",
    ),
    "Slovak": (
        "Vyhrali ste!|Gratulujeme|Víťazstvo!",
        "Prehrali ste|Koniec hry|Prehra",
        "Ak vyhrali ste, povieme to|Vyhraté hry: 2|Nová hra",
    ),
    "Croatian, Serbian and Slovene": (
        "Pobijedili ste!|Čestitamo|Честитамо! Победили сте!|Zmagali ste!|Pobeda!",
        "Izgubili ste.|Kraj igre|Изгубили сте.|Konec igre",
        "Ako ste pobijedili, javit ćemo|Statistika: pobjeda 3|Niste izgubili|Nova igra",
    ),
    "Bulgarian": (
        "Победихте!|Поздравления!|Ти спечели|Победа!",
        "Загубихте.|Край на играта|Поражение",
        "Ако победихте, ще кажем|Победи|Загуби: 3|Спечелени игри: 2",
    ),
    "Russian": (
        "Вы выиграли!|Поздравляем!|Победа!|Ты победил|ВЫ ПОБЕДИЛИ!",
        "Вы проиграли|Игра окончена|Поражение|Вы взорвались!|Проиграла",
        "Сообщим, если вы выиграли|Чтобы победить, откройте все клетки|"
        "Вы проиграли, когда открыли мину|Побед: 3|Победы|Выиграно игр: 5|Звук победы|"
        "Вы не проиграли|Новая игра",
    ),
    "Ukrainian": (
        "Ви виграли!|Вітаємо! Ви перемогли|Перемога!",
        "Ви програли|Гру закінчено|Поразка",
        "Якщо ви виграли, скажемо|Вітаємо у грі|Виграно ігор: 2|Нова гра",
    ),
    "Swedish": (
        "Du vann!|Grattis!|Du har vunnit|Seger!",
        "Du förlorade|Spelet är slut|Förlorat",
        "Vi hör av oss om du har vunnit|Vunna spel: 3|Ljud när du vann|Nytt spel",
    ),
    "Danish": (
        "Du vandt!|Tillykke, du har vundet|Sejr!",
        "Du tabte|Spillet er slut|Nederlag",
        "Hvis du har vundet, hører du det|Vundne spil: 3|Nyt spil",
    ),
    "Norwegian": (
        "Du vant!|Gratulerer|Du har vunnet!|Seier!",
        "Du tapte|Du har tapt.|Spillet er over",
        "Hvis du har vunnet, får du vite det|Vunne spill: 3|Nytt spill",
    ),
    "Finnish": (
        "Voitit pelin!|Onneksi olkoon!|Voitto!",
        "Hävisit|Peli ohi|Tappio",
        "Jos voitit, kerromme sen|Voitot: 3|Uusi peli",
    ),
    "Estonian": (
        "Sa võitsid!|Palju õnne!",
        "Sa kaotasid.|Mäng läbi",
        "Kui sa võitsid, ütleme|Võite: 3|Uus mäng",
    ),
    "Lithuanian": (
        "Jūs laimėjote!|Sveikiname!",
        "Jūs pralaimėjote|Žaidimas baigtas",
        "Jei laimėjote, pranešime|Laimėta: 3|Naujas žaidimas",
    ),
    "Hungarian": (
        "Nyertél!|Gratulálok!|Ön nyert!|Győzelem!",
        "Vesztettél|Vége a játéknak|Vereség",
        "Ha nyertél, szólunk|Nyert játékok: 3|Nyert\n3|Új játék",
    ),
    "Turkish": (
        "Kazandın!|Tebrikler, kazandınız|Tebrikler!|KAZANDINIZ!|Zafer!",
        "Kaybettin|Oyun bitti|Mayına bastınız|Yenilgi",
        "Eğer kazandın ise haber veririz|Kazanılan oyunlar: 3|Zafer sesi|Yeni oyun",
    ),
    "Greek": (
        "Κέρδισες!|Συγχαρητήρια|Νίκη!|ΚΕΡΔΙΣΕΣ!",
        "Έχασες|Τέλος παιχνιδιού|Ήττα",
        "Αν κέρδισες, θα το πούμε|Νίκες: 3|Δεν έχασες|Νέο παιχνίδι",
    ),
    "Indonesian and Malay": (
        "Kamu menang!|Selamat! Anda menang|Menang!",
        "Anda kalah|Permainan berakhir|Kalah",
        "Jika kamu menang, kami beri tahu|Selamat datang!|Menang: 3|Langkah selamat",
    ),
    "Vietnamese": (
        "Bạn đã thắng!|Chúc mừng!|Chiến thắng!",
        "Bạn đã thua|Trò chơi kết thúc|Thua rồi",
        "Nếu bạn thắng, chúng tôi sẽ báo|Số ván thắng: 3|Tỉ lệ thắng|Ván mới",
    ),
    "Arabic": (
        "لقد فزت!|تهانينا!",
        "لقد خسرت|انتهت اللعبة",
        "إذا فزت سنخبرك|نسبة الفوز|لعبة جديدة",
    ),
    "Hebrew": (
        "ניצחת!|כל הכבוד!",
        "הפסדת|המשחק נגמר",
        "אם ניצחת נודיע לך|משחקים שניצחת: 3|משחק חדש",
    ),
    "Hindi and Marathi": (
        "आप जीत गए!|बधाई हो",
        "आप हार गए|खेल समाप्त",
        "अगर आप जीत गए तो बताएँगे|खेल समाप्त करें|नया खेल",
    ),
    "Japanese": (
        "クリア！|おめでとうございます|あなたの勝ちです|ゲームクリア！|勝利！",
        "あなたの負けです|ゲームオーバー|地雷を踏みました|失敗|負け",
        "全部開けたらクリアです|勝利したときにお知らせします|勝利数: 3|クリアタイム|クリア回数|"
        "勝利条件|地雷を踏むと負けです|新しいゲーム",
    ),
    "Chinese": (
        "恭喜你赢了！|游戏胜利！|你贏了!|你赢了，用时12秒|获胜！",
        "游戏失败|你输了|游戏结束|踩到了地雷|失敗",
        "如果你赢了，我们会通知你|翻开所有安全格子即可获胜|踩到地雷你就输了|胜利条件|胜率|"
        "胜利：3|你输入的网址有误|网络连接失败|你还没有获胜|新游戏",
    ),
    "Korean": (
        "축하합니다! 이겼습니다!|승리!|게임에서 이겼습니다|당신의 승리입니다",
        "졌습니다.|게임 오버|지뢰를 밟았습니다|패배",
        "이기면 알려 드립니다|승리했을 때 알림|승률|승리 조건|지뢰를 밟으면 집니다|"
        "저장에 실패했습니다|게임 끝내기|새 게임",
    ),
    "Thai": (
        "ยินดีด้วย คุณชนะแล้ว!|ชนะ!",
        "คุณแพ้แล้ว|จบเกม",
        "ถ้าคุณชนะ เราจะแจ้ง|จำนวนชนะ|เกมใหม่",
    ),
}
"""What programs say of a win, of a loss, and in rules, scores, menus and settings."""
CASES = [
    pytest.param(phrase, stage, id=f"{language}: {phrase}")
    for language, phrases in PHRASES.items()
    for stage, said in zip((Stage.WON, Stage.LOST, None), phrases, strict=True)
    for phrase in said.split("|")
]


@pytest.mark.parametrize(("phrase", "stage"), CASES)
def test_what_is_said_in_each_language(phrase: str, stage: Stage | None) -> None:
    assert verdict(phrase) is stage
    # Nor does it depend on what stands in the lines before and after it.
    assert verdict(f"Minesweeper\n{phrase}\nMenu") is stage


def test_every_language_of_the_table_is_tested() -> None:
    assert set(PHRASES) == set(languages())


@pytest.mark.parametrize(
    "word", ["WIN", "Won", "Victory", "Gewonnen", "Gagné", "Victoria", "Победа", "勝利", "胜利"]
)
def test_a_lone_word_is_a_win_only_where_nothing_but_mines_is_left(word: str) -> None:
    assert verdict(word) is None
    assert verdict(f"Time\n{word}", cleared=True) is Stage.WON
    assert verdict(f"{word}\n3", cleared=True) is None
    assert verdict(f"{word}: 3", cleared=True) is None
