// Empty fields of a page that something can be written in: [what, left, top, right, bottom] each, in CSS
// pixels of the tab. A number of few is a level, and the least of them the easiest.

(() => {
  const USUAL = 10; // rows, columns or mines
  const LEVELS = 5;
  const NAME = "player";
  const NAMES = /name|nick|user|player|nombre|jugador|nome|jogador|\bnom\b|joueur|spieler|imi|gracz|имя|игрок/i;
  const found = [];
  for (const field of document.querySelectorAll("input")) {
    if (field.value || field.disabled || field.readOnly || !/^(text|number)$/.test(field.type)) continue;
    const box = field.getBoundingClientRect();
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (top !== field) continue;
    const labels = [...(field.labels || [])].map((label) => label.textContent);
    const hints = [field.id, field.name, field.placeholder, ...labels].join(" ");
    const least = parseFloat(field.min) || 1;
    const most = parseFloat(field.max) || Infinity;
    const number = most <= LEVELS ? least : Math.min(Math.max(USUAL, least), most);
    const what = field.type === "text" && NAMES.test(hints) ? NAME : String(number);
    found.push([what, box.left, box.top, box.right, box.bottom]);
  }
  return found;
})();
