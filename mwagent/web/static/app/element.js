// An element of the page.
/** @type {(id: string) => any} */
export const byId = (id) => document.getElementById(id);

// Make an element: make("button", { type: "button", class: "plain", onclick: act }, "Words", child).
// Attributes are set as they are named; functions named on... listen; true and false switch.
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (typeof value === "boolean") element.toggleAttribute(key, value);
    else if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// Make an element of a drawing, in `parent` if it is given.
export function svg(name, attributes = {}, parent = null) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

// Words in a graph.
export function graphText(words, x, y, anchor) {
  const node = svg("text", { class: "graph-text", x, y, "text-anchor": anchor });
  node.textContent = words;
  return node;
}

// A button of the page's own kind.
export function button(words, act, attributes = {}) {
  return make("button", { type: "button", onclick: act, ...attributes }, words);
}

// A switch that is on or off: its button says so to everybody.
export function toggle(words, on, act, attributes = {}) {
  const element = button(
    words,
    () => {
      const now = element.getAttribute("aria-pressed") !== "true";
      element.setAttribute("aria-pressed", String(now));
      act(now);
    },
    attributes,
  );
  element.setAttribute("aria-pressed", String(on));
  return element;
}

// What is unfolded at a touch on a phone, and stands there elsewhere.
export function folded(words, ...children) {
  const open = !window.matchMedia("(max-width: 620px)").matches;
  return make("details", { open }, make("summary", { class: "soft" }, words), ...children);
}

// A card of the column beside the board.
export function card(title, id, ...children) {
  const heading = make("h2", { id: `${id}-title` }, title);
  return make("section", { class: "card", id, "aria-labelledby": `${id}-title` }, heading, ...children);
}
