// The settings that few need: they join the others when those are opened for the first time.

import { many, t } from "../app/language.js";
import { button, check, choice, labelled, make } from "../app/element.js";
import { ACTIONS, isFree, keyOf } from "../app/keys.js";
import { takeTiles } from "../app/skins.js";
import { rangeOf } from "./sought.js";

const ACTION_NAMES = {
  open: t("Open, at the cursor"),
  flag: t("Flag, at the cursor"),
  openUnder: t("Open, under the pointer"),
  flagUnder: t("Flag, under the pointer"),
  new: t("New game"),
  undo: t("Undo"),
  tap: t("Tap flags"),
  hints: t("Hints"),
  why: t("Why?"),
  larger: t("Larger"),
  smaller: t("Smaller"),
};
const PLACES = { left: t("left"), right: t("right"), row: t("its own row") };
const SIZES = { usual: t("usual"), large: t("large") };
const WAIT = t("Press a key…");

const named = (key) => ({ " ": t("Space"), "": t("none") })[key] ?? (key.length === 1 ? key.toUpperCase() : key);

export function fillPreferences(host, shell) {
  host.append(...hand(shell), ...keys(shell), ...boards(shell), ...tiles(shell));
}

const title = (words) => make("h3", words);

function hand(shell) {
  const { settings } = shell;
  const change = (name, value) => shell.change(name, value);
  const ticked = (name, words) => check(words, settings[name], (on) => change(name, on));
  const chosen = (name, words, options) => {
    const field = choice(options, (value) => change(name, value));
    field.value = settings[name];
    return labelled(words, field);
  };
  return [
    title(t("Press, flag, sound")),
    ticked("early", t("Open when pressed, not when let go")),
    make("p.soft", t("Under fingers this holds where the whole board is in sight; flags are set by the button then.")),
    chosen("flagplace", t("Place of “Tap flags”"), PLACES),
    chosen("flagsize", t("Size of “Tap flags”"), SIZES),
    ticked("sounds", t("Sounds")),
  ];
}

function keys(shell) {
  const said = make("p", { role: "status" });
  const list = make("div.keys");
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
    else if (!isFree(key)) said.textContent = t("{key} has a meaning of its own; choose another key.", { key: named(key) });
    else if (holder)
      said.textContent = t("{key} is the key of “{action}”; give that another one first.", {
        key: named(key),
        action: ACTION_NAMES[holder],
      });
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
        return make("div.row", make("span", ACTION_NAMES[action]), field);
      }),
    );
    if (focused) list.querySelector(`[data-action="${focused}"]`)?.focus();
  };
  const usual = button(t("Usual keys"), () => {
    shell.change("keys", {});
    said.textContent = "";
    show();
  });
  show();
  return [title(t("Keys")), list, said, usual];
}

function boards(shell) {
  const said = make("p.bad", { role: "alert" });
  const bv = make("input", { id: "sought-bv", size: 8, placeholder: t("any"), value: shell.settings.bv, autocomplete: "off" });
  const efficiency = make("input", {
    id: "sought-efficiency",
    type: "number",
    min: 50,
    max: 300,
    placeholder: t("any"),
    value: shell.settings.efficiency,
  });
  bv.addEventListener("change", () => {
    const text = bv.value.replace(/\s/g, "").replace("–", "-");
    const good = text === "" || rangeOf(text) !== null;
    said.textContent = good ? "" : t("A range of 3BV is written as 20-40, 20- or -40.");
    if (good) shell.change("bv", text);
  });
  efficiency.addEventListener("change", () => {
    const good = efficiency.value === "" || (Number(efficiency.value) >= 50 && Number(efficiency.value) <= 300);
    said.textContent = good ? "" : t("An efficiency lies between 50 and 300 percent.");
    if (good) shell.change("efficiency", efficiency.value);
  });
  return [
    title(t("Boards of a kind")),
    make("label.row", t("3BV, such as 20-40"), bv),
    make("label.row", t("3BV / ZiNi at least, in percent"), efficiency),
    said,
    make("p.soft", t("Games on boards that were sought do not count in the statistics.")),
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
      said.textContent = many(count, "{n} tile is in use; the others are drawn.", "{n} tiles are in use; the others are drawn.");
    } catch (error) {
      said.textContent = error.message;
    }
  });
  return [
    title(t("Tiles of your own")),
    make("p.soft", t("Choose all pictures of a folder with these names: hidden, open, open1 to open8, flag, mine.")),
    make(
      "div.buttons",
      make("label.file", t("Choose tiles…"), field),
      button(t("Usual tiles"), () => {
        shell.change("skin", false);
        said.textContent = "";
      }),
    ),
    said,
  ];
}
