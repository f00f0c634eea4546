// The text that a page shows, with words that its style sheets draw, and without what is there but
// cannot be seen: dialogs that wait, fully transparent, shrunk to nothing or moved out of the page,
// until they come up.
(() => {
  const body = document.body;
  if (!body) return '';
  const unseen = (element) => {
    const style = getComputedStyle(element);
    if (style.opacity === '0' || /^matrix\(0, 0, 0, 0,/.test(style.transform)) return true;
    if (style.position !== 'fixed' && style.position !== 'absolute') return false;
    const at = element.getBoundingClientRect();
    const fixed = style.position === 'fixed';
    const [x, y] = fixed ? [0, 0] : [scrollX, scrollY];
    const beyond = fixed && (at.left >= innerWidth || at.top >= innerHeight);
    return at.width > 0 && at.height > 0 && (at.right + x <= 0 || at.bottom + y <= 0 || beyond);
  };
  const drawn = [];
  const draw = (element) => {
    for (const part of ['::before', '::after']) {
      const {content} = getComputedStyle(element, part);
      if (/^"[^"]*\p{L}{3}[^"]*"$/u.test(content)) drawn.push(content.slice(1, -1));
    }
  };
  const hidden = new Map();
  const gather = (parent) => {
    for (const child of parent.children) {
      const within = child.children.length > 0;
      if (!(child instanceof HTMLElement) || !(within || child.textContent)) continue;
      if (!unseen(child)) {
        if (within) draw(child);
        gather(child);
      } else {
        for (const line of child.innerText.split('\n'))
          hidden.set(line, (hidden.get(line) ?? 0) + 1);
      }
    }
  };
  gather(body);
  const seen = (line) => {
    const left = hidden.get(line) ?? 0;
    if (left) hidden.set(line, left - 1);
    return !left;
  };
  return [...body.innerText.split('\n').filter(seen), ...drawn].join('\n');
})()
