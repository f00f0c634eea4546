// The page in the reader's language.
//
// English stands in the scripts and in the HTML, and is what a message is looked up by: t("Undo"),
// t("{mines} mines do not fit", { mines }), many(n, "{n} game[s]"). The languages lie in
// ../languages/: CODE.json has what the first page says, CODE.more.json what is loaded later, and CODE.lair.json
// what Dragonsweeper's page says, which names it in its head. Nothing is
// fetched for English. Whoever imports this module is evaluated when the messages are there, so texts
// can stand in constants as well. A message without a translation is said in English.

export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  ja: "日本語",
  "pt-BR": "Português (Brasil)",
  "zh-Hans": "简体中文",
};

const ROOT = new URL("../", import.meta.url);
const texts = new Map();
const [code, locale] = chosen();
const plurals = new Intl.PluralRules(code);
const formats = new Map();
let whole = false; // whether the messages of what is loaded later are there

export const language = code;

export const FILES = code === "en" ? [] : ["json", "more.json", "lair.json"].map((ending) => `languages/${code}.${ending}`);

// A text in the reader's language, with what stands in its {places}; numbers are written as there.
export function t(text, places = {}) {
  return fill(texts.get(text) ?? text, places);
}

// A text that depends on a number, {n}: "{n} cell[s] [is|are] safe" has its forms for one and for more. The latter
// names it.
export function many(n, text, places = {}) {
  const [one, other] = [0, 1].map((form) => text.replace(/\[(?:([^\]|]*)\|)?([^\]]*)\]/g, (_, first = "", more) => (form ? more : first)));
  const forms = texts.get(other) ?? { one, other };
  return fill(typeof forms === "string" ? forms : (forms[plurals.select(n)] ?? forms.other), { n, ...places });
}

// A number with this many digits behind the point. Each move tells some small ones anew: those are kept.
export function fixed(value, digits = 0) {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const write = () => format(`n${digits}`, () => new Intl.NumberFormat(code, options)).format(value);
  return Number.isInteger(value) && value >= 0 && value < 1000 ? format(`${value} ${digits}`, write) : write();
}

// A list: "a, b and c", without the comma that en-US has before "and".
export const listed = (words) => format("list", () => new Intl.ListFormat(code === "en" ? "en-GB" : code)).format(words);

// A date, as Intl.DateTimeFormat's options ask for it, by the habits of the reader's region.
export function when(time, options = {}) {
  return format(JSON.stringify(options), () => new Intl.DateTimeFormat(locale, options)).format(new Date(time));
}

// Bring the messages of what is loaded later; without them it is in English.
export async function moreTexts() {
  if (!whole) whole = await bring("more.json");
}

function fill(text, places) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = places[name];
    return typeof value === "number" ? fixed(value, Number.isInteger(value) ? 0 : 2) : (value ?? whole);
  });
}

function format(key, make) {
  if (!formats.has(key)) formats.set(key, make());
  return formats.get(key);
}

// The language that was asked for in the address or chosen before, else the first of the browser's
// languages that there is: its code, and the browser's own name of it, which may name a region.
function chosen() {
  if (!("location" in globalThis)) return ["en", "en"]; // no page: what reads files runs anywhere
  const asked = new URLSearchParams(location.search).get("language") ?? kept();
  for (const wanted of [asked, ...navigator.languages]) {
    try {
      const { language: own, script } = new Intl.Locale(wanted).maximize();
      const found = Object.keys(LANGUAGES).find((one) => {
        const other = new Intl.Locale(one).maximize();
        return other.language === own && other.script === script;
      });
      if (found) return [found, wanted];
    } catch {
      // "auto", or what is no language
    }
  }
  return ["en", "en"];
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem("mwagent.settings")).language;
  } catch {
    return null; // nothing was stored, or storage is off
  }
}

async function bring(ending) {
  if (code === "en") return true;
  try {
    const answer = await fetch(new URL(`languages/${code}.${ending}`, ROOT));
    for (const [text, said] of Object.entries(await answer.json())) texts.set(text, said);
    return true;
  } catch {
    return false; // no network, or no such file
  }
}

// Put what the HTML says into the language. What has keys in it is one message, with its tags.
function translate() {
  for (const element of document.querySelectorAll("*")) {
    for (const name of ["title", "aria-label", "placeholder", "data-label", "content"]) {
      if (element.hasAttribute(name)) element.setAttribute(name, t(element.getAttribute(name)));
    }
    if (element.querySelector(":scope > kbd")) element.innerHTML = t(element.innerHTML);
    else for (const node of element.childNodes) if (node instanceof Text) node.data = replaced(node.data);
  }
}

function replaced(data) {
  const text = data.trim();
  return text ? data.replace(text, () => t(text)) : data;
}

if ("location" in globalThis) {
  document.documentElement.lang = code;
  await bring(document.querySelector('meta[name="messages"]')?.getAttribute("content") ?? "json");
  if (texts.size) translate();
}
