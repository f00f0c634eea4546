// Empty fields of a page that something can be written in: [what, left, top, right, bottom] each, in CSS
// pixels of the tab. A number of few is a level, and the least of them the easiest. Fields that name
// neither a player nor the size of a board (a search, a comment) are left alone.

(() => {
  const USUAL = 10; // rows, columns or mines
  const LEVELS = 5;
  const NAME = "player";
  const NAMES = /name|nick|user|player|nombre|jugador|nome|jogador|\bnom\b|joueur|spieler|imi|gracz|имя|игрок/i;
  const SIZES =
    /row|col|width|height|size|side|mine(?!s?weeper)|bomb|level|difficult|board|grid|fila|ancho|alto|tama|mina|linha|ligne|largeur|hauteur|zeile|spalte|breite|höhe|größe|строк|столб|мин/i;
  const found = [];
  for (const field of document.querySelectorAll("input")) {
    if (field.value || field.disabled || field.readOnly || !/^(text|number)$/.test(field.type)) continue;
    const box = field.getBoundingClientRect();
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (top !== field) continue;
    const labels = [...(field.labels || [])].map((label) => label.textContent);
    const hints = [field.id, field.name, field.placeholder, ...labels].join(" ");
    const named = NAMES.test(hints);
    const sized = field.type === "number" || SIZES.test(`${hints} ${field.previousSibling?.textContent}`);
    if (!named && !sized) continue;
    const least = parseFloat(field.min) || 1;
    const most = parseFloat(field.max) || Infinity;
    const number = most <= LEVELS ? least : Math.min(Math.max(USUAL, least), most);
    const what = field.type === "text" && named ? NAME : String(number);
    found.push([what, box.left, box.top, box.right, box.bottom]);
  }
  return found;
})();
