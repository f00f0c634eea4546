// The settings that few need: they join the others when those are opened for the first time.

import { button, make } from "../app/element.js";
import { ACTIONS, isFree, keyOf } from "../app/keys.js";
import { takeTiles } from "../app/skins.js";
import { rangeOf } from "./sought.js";

const ACTION_NAMES = {
  open: "Open, at the cursor",
  flag: "Flag, at the cursor",
  openUnder: "Open, under the pointer",
  flagUnder: "Flag, under the pointer",
  new: "New game",
  undo: "Undo",
  tap: "Tap flags",
  hints: "Hints",
  why: "Why?",
  larger: "Larger",
  smaller: "Smaller",
};
const PLACES = { left: "left", right: "right", row: "its own row" };
const SIZES = { usual: "usual", large: "large" };
const WAIT = "Press a key…";

const named = (key) => ({ " ": "Space", "": "none" })[key] ?? (key.length === 1 ? key.toUpperCase() : key);

export function fillPreferences(host, shell) {
  host.append(...hand(shell), ...keys(shell), ...boards(shell), ...tiles(shell));
}

const title = (words) => make("h3", {}, words);

function check(shell, name, words) {
  const box = make("input", { type: "checkbox", checked: shell.settings[name], onchange: () => shell.change(name, box.checked) });
  return make("label", { class: "check" }, box, words);
}

function choice(shell, name, words, options) {
  const field = make("select", { onchange: () => shell.change(name, field.value) });
  for (const [value, said] of Object.entries(options))
    field.append(make("option", { value, selected: shell.settings[name] === value }, said));
  return make("label", { class: "row" }, words, field);
}

function hand(shell) {
  return [
    title("Press, flag, sound"),
    check(shell, "early", "Open when pressed, not when let go"),
    make("p", { class: "soft" }, "Under fingers this holds where the whole board is in sight; flags are set by the button then."),
    choice(shell, "flagplace", "Place of “Tap flags”", PLACES),
    choice(shell, "flagsize", "Size of “Tap flags”", SIZES),
    check(shell, "sounds", "Sounds"),
  ];
}

function keys(shell) {
  const said = make("p", { role: "status" });
  const list = make("div", { class: "keys" });
  const keyFor = (action) => shell.settings.keys[action] ?? ACTIONS[action];
  const choose = (action, key) => {
    const chosen = { ...shell.settings.keys };
    if (key === ACTIONS[action]) delete chosen[action];
    else chosen[action] = key;
    shell.change("keys", chosen);
    show();
  };
  const take = (event, action, field) => {
    const key = keyOf(event);
    if (field.textContent !== WAIT || event.ctrlKey || event.altKey || event.metaKey || ["Shift", "Tab"].includes(key)) return;
    event.preventDefault();
    event.stopPropagation();
    const holder = Object.keys(ACTIONS).find((other) => other !== action && keyFor(other) === key);
    if (key === "Escape") said.textContent = "";
    else if (!isFree(key)) said.textContent = `${named(key)} has a meaning of its own; choose another key.`;
    else if (holder) said.textContent = `${named(key)} is the key of “${ACTION_NAMES[holder]}”; give that another one first.`;
    else {
      said.textContent = "";
      choose(action, key);
      return;
    }
    show();
  };
  const show = () => {
    const focused = document.activeElement?.getAttribute("data-action");
    list.replaceChildren(
      ...Object.keys(ACTIONS).map((action) => {
        const label = `${ACTION_NAMES[action]}: ${named(keyFor(action))}`;
        const field = button(named(keyFor(action)), () => (field.textContent = WAIT), { "data-action": action, "aria-label": label });
        field.addEventListener("keydown", (event) => take(event, action, field));
        field.addEventListener("blur", () => (field.textContent = named(keyFor(action))));
        return make("div", { class: "row" }, make("span", {}, ACTION_NAMES[action]), field);
      }),
    );
    if (focused) list.querySelector(`[data-action="${focused}"]`)?.focus();
  };
  const usual = button("Usual keys", () => {
    shell.change("keys", {});
    said.textContent = "";
    show();
  });
  show();
  return [title("Keys"), list, said, usual];
}

function boards(shell) {
  const said = make("p", { class: "bad", role: "alert" });
  const bv = make("input", { id: "sought-bv", size: 8, placeholder: "any", value: shell.settings.bv, autocomplete: "off" });
  const efficiency = make("input", {
    id: "sought-efficiency",
    type: "number",
    min: 50,
    max: 300,
    placeholder: "any",
    value: shell.settings.efficiency,
  });
  bv.addEventListener("change", () => {
    const text = bv.value.replace(/\s/g, "").replace("–", "-");
    const good = text === "" || rangeOf(text) !== null;
    said.textContent = good ? "" : "A range of 3BV is written as 20-40, 20- or -40.";
    if (good) shell.change("bv", text);
  });
  efficiency.addEventListener("change", () => {
    const good = efficiency.value === "" || (Number(efficiency.value) >= 50 && Number(efficiency.value) <= 300);
    said.textContent = good ? "" : "An efficiency lies between 50 and 300 percent.";
    if (good) shell.change("efficiency", efficiency.value);
  });
  return [
    title("Boards of a kind"),
    make("label", { class: "row" }, "3BV, such as 20-40", bv),
    make("label", { class: "row" }, "3BV / ZiNi at least, in percent", efficiency),
    said,
    make("p", { class: "soft" }, "Games on boards that were sought do not count in the statistics."),
  ];
}

function tiles(shell) {
  const said = make("p", { role: "status" });
  const field = make("input", { type: "file", multiple: true, accept: "image/*" });
  field.addEventListener("change", async () => {
    const files = [...field.files];
    field.value = "";
    if (!files.length) return;
    try {
      const count = await takeTiles(files);
      shell.change("skin", true);
      said.textContent = `${count} tiles are in use; the others are drawn.`;
    } catch (error) {
      said.textContent = error.message;
    }
  });
  return [
    title("Tiles of your own"),
    make(
      "p",
      { class: "soft" },
      "mwagent calibrate makes tiles of a screenshot of any Minesweeper. Choose all pictures of its folder, or others with the same names: hidden, open, open1 to open8, flag, mine.",
    ),
    make(
      "div",
      { class: "buttons" },
      make("label", { class: "file" }, "Choose tiles…", field),
      button("Usual tiles", () => {
        shell.change("skin", false);
        said.textContent = "";
      }),
    ),
    said,
  ];
}
