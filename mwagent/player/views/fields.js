// Empty fields of a page that ask for the size of a board, its mines or a player's name: [what, left,
// top, right, bottom] each, in CSS pixels of the tab. A number of few is a level, and the least of them
// the easiest. All other fields are left alone, and those of a form that asks for anything else. Of a
// drop-down list whose first line is chosen, or none, what it offers, that line or "" before.

(() => {
  const USUAL = 10; // rows, columns or mines
  const LEVELS = 5;
  const WORDS = 3; // that ask for a size in a field that takes any text
  const SIZES =
    /row|col|width|height|size|side|mine(?!s?weeper)|bomb|level|difficult|board|grid|fila|ancho|alto|tama|mina|linha|ligne|largeur|hauteur|livell|nivel|niveau|schwierig|poziom|уровень|сложность|zeile|spalte|breite|höhe|größe|taille|строк|столб|мин/i;
  const NAMES = /\b(nick|player |your |user)?name\b|\b(nickname|alias|nombre|nome|nom|pseudo|spielername|imi(ę|e)|naam|namn|navn|jméno)\b|имя|名前|名字|이름/i;
  const found = [];
  // Labels that a page ties to a field, or else those that are tied to none and stand with it alone.
  const labels = (field) => {
    let part = field;
    while (part.parentElement?.querySelectorAll("input, select, textarea").length === 1) part = part.parentElement;
    const loose = [...part.querySelectorAll("label")].filter((label) => !label.control);
    return [...(field.labels?.length ? field.labels : loose)].map((label) => label.textContent);
  };
  const hints = (field) => [field.id, field.name, field.placeholder, ...labels(field), field.previousSibling?.textContent].join(" ");
  const brief = (field) => [field.placeholder, ...labels(field)].join(" ").match(/\p{L}+/gu);
  const called = (field) => [field.id, field.name].some((one) => SIZES.test(one) && one.replace(SIZES, "").length <= 1);
  const short = (field) => field.type === "text" && ((brief(field)?.length ?? 0) <= WORDS || called(field));
  const named = (field) => NAMES.test(hints(field)) && short(field);
  // An x between two fields; one beside a single field takes back what was written.
  const crosses = (one, next) => next?.tagName === "INPUT" && one.nodeType === Node.TEXT_NODE && /^\s*[x×х*]\s*$/i.test(one.textContent);
  const crossed = (field) => ["previousSibling", "nextSibling"].some((side) => field[side] && crosses(field[side], field[side][side]));
  const asked = (field) => SIZES.test(hints(field)) || (crossed(field) && !hints(field).match(/\p{L}{2}/u));
  const sized = (field) => !named(field) && asked(field) && (field.type === "number" || short(field));
  const inSight = (one) => {
    const box = one.getBoundingClientRect();
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return [one, ...(one.labels ?? [])].includes(top) && box; // some pages write its label into a field
  };
  for (const list of document.querySelectorAll("select:not([multiple], [size], :disabled)")) {
    const box = list.selectedIndex < 1 && list.length > 1 && inSight(list);
    const texts = [...list.options].slice(Math.max(0, list.selectedIndex)).map((option) => option.text);
    if (box) found.push([(list.selectedIndex < 0 ? ["", ...texts] : texts).join("\n"), box.left, box.top, box.right, box.bottom]);
  }
  for (const field of document.querySelectorAll("input")) {
    if (field.value || field.disabled || field.readOnly || !(sized(field) || named(field))) continue;
    const box = inSight(field);
    if (!box) continue;
    const whole = field.closest("form, dialog, [role=dialog]") ?? field.closest("fieldset, section, div");
    const others = [...(whole?.querySelectorAll("input, textarea") ?? [])].filter((one) => one.form === field.form);
    if (others.some((one) => one.tagName === "TEXTAREA" || (/^(text|email|password|file|tel)$/.test(one.type) && !sized(one) && !named(one)))) continue;
    const least = parseFloat(field.min) || 1;
    const most = parseFloat(field.max) || Infinity;
    const number = most <= LEVELS ? least : Math.min(Math.max(USUAL, least), most);
    found.push([sized(field) ? String(number) : "player", box.left, box.top, box.right, box.bottom]);
  }
  return found;
})();
