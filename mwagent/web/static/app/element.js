// An element of the page.
/** @type {(id: string) => any} */
export const byId = (id) => document.getElementById(id);

export const onClick = (id, act) => byId(id).addEventListener("click", act);

// Make an element: make("button.plain", { type: "button", onclick: act }, "Words", child). Attributes, which may be
// left out, are set as they are named; functions named on... listen; true and false switch.
export function make(selector, ...given) {
  const [name, ...classes] = selector.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(" ");
  const attributes = given[0]?.constructor === Object ? given.shift() : {};
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (typeof value === "boolean") element.toggleAttribute(key, value);
    else if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...given.filter((child) => child !== null && child !== undefined));
  return element;
}

// Make an element of a drawing, in `parent` if it is given.
export function svg(name, attributes = {}, parent = null) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

export function graphText(words, x, y, anchor) {
  const node = svg("text", { class: "graph-text", x, y, "text-anchor": anchor });
  node.textContent = words;
  return node;
}

export function button(words, act, attributes = {}) {
  return make("button", { type: "button", onclick: act, ...attributes }, words);
}

// A button with a sign on it, and a name for what it does.
export const signed = (sign, name, act, title = name) => button(sign, act, { "aria-label": name, title });

// A switch that is on or off: its button says so to everybody.
export function toggle(words, on, act, attributes = {}) {
  const pressed = () => {
    const now = element.getAttribute("aria-pressed") !== "true";
    element.setAttribute("aria-pressed", String(now));
    act(now);
  };
  const element = button(words, pressed, { "aria-pressed": String(on), ...attributes });
  return element;
}

// A field to choose from {value: words}, or pairs of these; `choose` gets the value that is chosen.
export function choice(options, choose, attributes = {}) {
  const field = make("select", { onchange: () => choose(field.value), ...attributes });
  offer(field, options);
  return field;
}

export function offer(field, options) {
  const pairs = Array.isArray(options) ? options : Object.entries(options);
  field.replaceChildren(...pairs.map(([value, words]) => new Option(words, value)));
}

export function check(words, on, change) {
  const box = make("input", { type: "checkbox", checked: on, onchange: () => change(box.checked) });
  return make("label.check", box, words);
}

export const labelled = (words, ...fields) => make("label.row", words, ...fields);

export const paragraphs = (sentences) => sentences.filter(Boolean).map((words) => make("p", words));

export const terms = (list) => make("dl.stacked", ...list.flatMap(([term, words]) => [make("dt", term), make("dd", words)]));

// A figure with its name; `sign` stands before it.
export const figure = (name, value, sign = null) => make("div.figure", make("strong", sign, value), make("span", name));

// What is unfolded at a touch on a phone, and stands there elsewhere.
export function folded(words, ...children) {
  const open = !window.matchMedia("(max-width: 620px)").matches;
  return make("details", { open }, make("summary.soft", words), ...children);
}

// A card of the column beside the board.
export function card(title, id, ...children) {
  const heading = make("h2", { id: `${id}-title` }, title);
  return make("section.card", { id, "aria-labelledby": `${id}-title` }, heading, ...children);
}
