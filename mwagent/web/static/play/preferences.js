// The settings, loaded when they are opened for the first time.

import { LANGUAGES, many, t } from "../app/language.js";
import { button, check, choice, labelled, make } from "../app/element.js";
import { ACTIONS, isFree, keyOf } from "../app/keys.js";
import { percent, secondsText } from "../app/words.js";
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
const WAIT = t("Press a key…");

const named = (key) => ({ " ": t("Space"), "": t("none") })[key] ?? (key.length === 1 ? key.toUpperCase() : key);

export function fillPreferences(host, play) {
  const { shell } = play;
  const { settings } = shell;
  const ticked = (name, words, id = name) => {
    const field = check(words, settings[name], (on) => shell.change(name, on));
    field.firstChild.id = id;
    return field;
  };
  // The options are {value: words}, or values of which `said(value)` gives the words; there may be another value.
  const chosen = (name, words, options, said = (value) => options[value]) => {
    const option = (value) => [value, said(value)];
    const field = choice((Array.isArray(options) ? options : Object.keys(options)).map(option), (value) => shell.change(name, value));
    const show = (value) => {
      if (![...field.options].some((one) => one.value === value)) field.add(new Option(said(value), value));
      field.value = value;
    };
    field.id = name;
    show(settings[name]);
    shell.listen((changed, value) => changed === name && show(value));
    return labelled(words, field);
  };
  const secondsOf = (value) => secondsText(value / 1000, value % 10 ? 3 : 2);
  const zoomOf = (value) => (value === "auto" ? t("fits the window") : percent(value, 0));
  const languageOf = (code) => LANGUAGES[code] ?? t("as the browser’s");
  const language = chosen("language", t("Language"), ["auto", ...Object.keys(LANGUAGES)], languageOf);
  for (const option of language.querySelectorAll("option")) if (option.value !== "auto") option.lang = option.value;
  host.append(
    title(t("Boards")),
    chosen("rule", t("First click"), { safe: t("is never a mine"), open: t("opens an area"), any: t("may be a mine") }),
    ticked("noguess", t("Boards that need no guess")),
    chosen("lives", t("Lives"), ["0", "1", "2", "3", "5", "10"], (count) => (count === "0" ? t("none") : count)),
    seed(play),
    title(t("Hand")),
    ticked("easychord", t("A left click on a number chords")),
    ticked("marks", t("Question marks")),
    chosen("hold", t("A long press takes"), ["200", "275", "350", "500", "800"], secondsOf),
    chosen("held", t("and"), { flag: t("flags"), odds: t("shows the chances") }),
    ticked("autoplay", t("Open by itself what one number proves")),
    title(t("View")),
    language,
    chosen("zoom", t("Size"), ["auto", "0.75", "1", "1.5", "2", "2.5", "3"], zoomOf),
    ticked("upright", t("Turn wide boards on an upright phone")),
    ticked("meter", t("Clicks and efficiency while playing"), "meter-shown"),
    title(t("Press, flag, sound")),
    ticked("early", t("Open when pressed, not when let go")),
    make("p.soft", t("Under fingers this holds where the whole board is in sight; flags are set by the button then.")),
    chosen("flagplace", t("Place of “Tap flags”"), { left: t("left"), right: t("right"), row: t("its own row") }),
    chosen("flagsize", t("Size of “Tap flags”"), { usual: t("usual"), large: t("large") }),
    ticked("sounds", t("Sounds")),
    ...keys(shell),
    ...boards(shell),
    ...tiles(shell),
  );
}

const title = (words) => make("h3", words);

function seed(play) {
  const field = make("input", { id: "seed", placeholder: t("random"), autocomplete: "off", size: 10, value: play.fixed.seed ?? "" });
  const form = make(
    "form.row",
    { id: "seed-form" },
    make("label", { for: "seed" }, t("Board number")),
    make("span.pair", field, make("button.plain", { type: "submit" }, t("Set"))),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    play.changeSeed(field.value.trim() || null);
  });
  return form;
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
  // `read(text)` gives what is sought, or null where it is `wrong`.
  const sought = (name, words, attributes, read, wrong) => {
    const onchange = () => {
      const value = read(field.value);
      said.textContent = value === null ? wrong : "";
      if (value !== null) shell.change(name, value);
    };
    const field = make("input", { id: `sought-${name}`, placeholder: t("any"), value: shell.settings[name], ...attributes, onchange });
    return labelled(words, field);
  };
  const range = (text) => {
    const plain = text.replace(/\s/g, "").replace("–", "-");
    return plain === "" || rangeOf(plain) ? plain : null;
  };
  const percents = (text) => (text === "" || (Number(text) >= 50 && Number(text) <= 300) ? text : null);
  const number = { type: "number", min: 50, max: 300 };
  return [
    title(t("Boards of a kind")),
    sought("bv", t("3BV, such as 20-40"), { size: 8, autocomplete: "off" }, range, t("A range of 3BV is written as 20-40, 20- or -40.")),
    sought("efficiency", t("3BV / ZiNi at least, in percent"), number, percents, t("An efficiency lies between 50 and 300 percent.")),
    said,
    make("p.soft", t("Games on boards that were sought do not count in the statistics.")),
  ];
}

function tiles(shell) {
  const said = make("p", { role: "status" });
  const onchange = async () => {
    const files = [...field.files];
    field.value = "";
    if (!files.length) return;
    try {
      const count = await takeTiles(files);
      shell.change("skin", true);
      said.textContent = many(count, "{n} tile[s] [is|are] in use; the others are drawn.");
    } catch (error) {
      said.textContent = error.message;
    }
  };
  const field = make("input", { type: "file", multiple: true, accept: "image/*", onchange });
  const usual = button(t("Usual tiles"), () => {
    shell.change("skin", false);
    said.textContent = "";
  });
  return [
    title(t("Tiles of your own")),
    make("p.soft", t("Choose all pictures of a folder with these names: hidden, open, open1 to open8, flag, mine.")),
    make("div.buttons", make("label.file", t("Choose tiles…"), field), usual),
    said,
  ];
}
