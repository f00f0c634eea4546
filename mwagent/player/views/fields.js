// Empty fields of a page that something can be written in: [what, left, top, right, bottom] each, in CSS
// pixels of the tab. A number of few is a level, and the least of them the easiest. Fields that name
// neither a player nor the size of a board (a search, a comment) are left alone; so are an address
// that is not asked for together with a name, and all fields of a form that asks for a password.

(() => {
  const USUAL = 10; // rows, columns or mines
  const LEVELS = 5;
  const NAME = "player";
  const EMAIL = "player@example.org"; // of nobody
  const NAMES = /name|nick|user|player|nombre|jugador|nome|jogador|\bnom\b|joueur|spieler|imi|gracz|имя|игрок/i;
  const SIZES =
    /row|col|width|height|size|side|mine(?!s?weeper)|bomb|level|difficult|board|grid|fila|ancho|alto|tama|mina|linha|ligne|largeur|hauteur|zeile|spalte|breite|höhe|größe|строк|столб|мин/i;
  const EMAILS = /e-?mail|correo|courriel|почт/i;
  const OTHERS = /subscri|newsletter|sign ?up|sign ?in|log ?in|regist|comment|contact|search|coupon|abonn/i;
  const found = [];
  const hints = (field) => {
    const labels = [...(field.labels || [])].map((label) => label.textContent);
    return [field.id, field.name, field.placeholder, ...labels].join(" ");
  };
  const asks = (field) => field.type === "email" || EMAILS.test(hints(field));
  for (const field of document.querySelectorAll("input")) {
    if (field.value || field.disabled || field.readOnly || !/^(text|number|email)$/.test(field.type)) continue;
    const box = field.getBoundingClientRect();
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (top !== field) continue;
    const whole = field.closest("form, dialog, [role=dialog]") ?? field.closest("fieldset, section, div");
    const others = whole?.querySelectorAll("input, textarea") ?? [];
    const beside = [...others].filter((one) => one !== field && one.form === field.form);
    if (beside.some((one) => /^(password|file|tel)$/.test(one.type) || one.tagName === "TEXTAREA")) continue;
    const named = NAMES.test(hints(field)) && !asks(field);
    if (named || asks(field)) {
      if (OTHERS.test(`${whole?.id} ${whole?.className} ${whole?.action ?? ""} ${hints(field)}`)) continue;
      if (field.closest("footer, nav, aside")) continue;
      // An address by itself is for a newsletter.
      if (asks(field) && !beside.some((one) => NAMES.test(hints(one)) && !asks(one))) continue;
    }
    const sized = field.type === "number" || SIZES.test(`${hints(field)} ${field.previousSibling?.textContent}`);
    if (!named && !sized && !asks(field)) continue;
    const least = parseFloat(field.min) || 1;
    const most = parseFloat(field.max) || Infinity;
    const number = most <= LEVELS ? least : Math.min(Math.max(USUAL, least), most);
    const what = asks(field) ? EMAIL : field.type === "text" && named ? NAME : String(number);
    found.push([what, box.left, box.top, box.right, box.bottom]);
  }
  return found;
})();
