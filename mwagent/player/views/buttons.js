// What can be clicked on a page and bears a few words: [words, left, top, right, bottom] each, in CSS
// pixels of the tab. What lies under something else, or out of sight, is left out. A face in
// writing begins a round wherever it stands.

(() => {
  const LONGEST = 40; // letters on a button
  const CLICKABLE = "button, a, input[type=button], input[type=submit], [role=button], [onclick], option";
  const FACE = /^([:;=][-o^]?[)(DPp|O]|[\u{1F600}-\u{1F64F}☺☹])\uFE0F?$/u;
  const folder = (address) => address.split(/[?#]/)[0].replace(/[^/]*$/, "");
  const found = [];
  for (const element of document.querySelectorAll(`${CLICKABLE}, div, span, li, p, td`)) {
    // Pages keep things of their own in `value`, numbers among them.
    const words = String(element.innerText || element.value || "").trim();
    if (!words || words.length > LONGEST) continue;
    const plain = element.matches(CLICKABLE) || getComputedStyle(element).cursor === "pointer" || FACE.test(words);
    if (!plain) continue;
    // A link leads away from the game, but to a page beside this one, where the level may be chosen.
    const link = element.closest("a[href]");
    if (link && folder(link.href) !== folder(location.href) && !/^javascript:/.test(link.href)) continue;
    const box = element.getBoundingClientRect();
    if (box.width < 4 || box.height < 4) continue;
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (!top || !(element.contains(top) || top.contains(element))) continue;
    found.push([words, box.left, box.top, box.right, box.bottom]);
  }
  return found;
})();
