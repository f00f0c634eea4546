// Watches a page beside the bot: which cell every press hit, and when the page's own state says
// that a round is won or lost. `read` is the reader of foreign_pages.py. What was seen survives
// loading the page again, as some pages do after a round.

(read, recipe) => {
  if (window.__judge) return;
  const KEY = "benchmark.judge";
  const LATER = [20, 250, 800]; // milliseconds after a press at which its effect is looked at
  const asked = (text) => (0, eval)(`(${text})`); // sees the page's names, not those here
  const load = () => {
    try {
      return JSON.parse(sessionStorage.getItem(KEY)) ?? { presses: [], ends: [] };
    } catch {
      return { presses: [], ends: [] };
    }
  };
  const seen = load();
  const keep = () => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(seen));
    } catch {
      // a page without storage: what was seen is lost when it is loaded again
    }
  };
  const state = () => {
    try {
      const told = read(recipe);
      return told && !told.odd ? { ...told, verdict: verdict(told.cells.join("")) } : null;
    } catch {
      return null; // the page has no board yet
    }
  };
  const verdict = (cells) => {
    if (recipe.over) return asked(recipe.over) || "";
    const open = cells.replace(/[^0-8]/g, "").length;
    if (recipe.mines && open === cells.length - asked(recipe.mines)) return "won";
    return /[*X]/.test(cells) ? "lost" : "";
  };
  let last = "";
  const check = () => {
    const now = state();
    if (!now) return;
    if (now.verdict && now.verdict !== last) {
      seen.ends.push({ at: Date.now(), verdict: now.verdict, cells: now.cells });
      keep();
    }
    last = now.verdict;
  };
  const cellAt = (event) => {
    const told = state();
    const takers = recipe.pressed ?? recipe.cells;
    if (!told || (takers && !event.target.closest?.(takers))) return null;
    const [x, y, wide, high] = told.cell;
    const row = Math.floor((event.clientY - y + (told.pitch[1] - high) / 2) / told.pitch[1]);
    const col = Math.floor((event.clientX - x + (told.pitch[0] - wide) / 2) / told.pitch[0]);
    return row >= 0 && col >= 0 && row < told.rows && col < told.cols ? [row, col] : null;
  };
  const pressed = (event) => {
    if (!event.isTrusted) return;
    seen.presses.push({ at: Date.now(), button: event.button, cell: cellAt(event) });
    keep();
    for (const wait of LATER) setTimeout(check, wait);
  };
  window.addEventListener("mousedown", pressed, true);
  // Some pages begin anew as soon as their dialog is answered.
  for (const name of ["alert", "confirm", "prompt"]) {
    const shown = window[name];
    window[name] = (...words) => (check(), shown.apply(window, words));
  }
  const take = () => {
    check();
    const taken = { presses: seen.presses, ends: seen.ends };
    seen.presses = [];
    seen.ends = [];
    keep();
    return taken;
  };
  Object.defineProperty(window, "__judge", { value: { state, take } });
}
