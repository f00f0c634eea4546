// The keys of the game, which may be chosen: what each does, and which one does it by default.
//
// The page's listeners know the default keys only. `meant` says for which of them an event stands, so
// that without a choice nothing is looked up.

// Action: its default key, "" where it has none. `...Under` act on the cell under the pointer.
export const ACTIONS = {
  open: " ",
  flag: "f",
  openUnder: "",
  flagUnder: "",
  new: "n",
  undo: "u",
  tap: "t",
  hints: "h",
  why: "w",
  larger: "+",
  smaller: "-",
};

// Keys that other things hang on: they are not to be had.
const KEPT = ["Tab", "Escape", "Enter", "F2", "Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock", "Dead", "Unidentified"];
const MOVES = /^(Arrow|Page|Home$|End$)/;

export const isFree = (key) => !KEPT.includes(key) && !MOVES.test(key);

// Whether a key that was pressed is written into a field, or is the browser's.
export const isTyping = ({ target, ctrlKey, altKey, metaKey }) =>
  ctrlKey || altKey || metaKey || target.matches?.("input:not([type=checkbox], [type=radio], [type=range]), select, textarea");

// A key as it is stored and compared.
export const keyOf = ({ key }) => (key.length === 1 ? key.toLowerCase() : key);

// Whether these are keys that were chosen: {action: key}.
export function areKeys(keys) {
  if (typeof keys !== "object" || keys === null || Array.isArray(keys)) return false;
  const chosen = Object.entries(keys);
  return (
    chosen.every(([action, key]) => Object.hasOwn(ACTIONS, action) && typeof key === "string" && isFree(key)) &&
    new Set(chosen.map(([, key]) => key)).size === chosen.length
  );
}

// The default key of what the key of an event does now; "" where it does nothing.
export function meant(event, keys) {
  const key = keyOf(event);
  for (const action in keys) if (keys[action] === key) return ACTIONS[action];
  // A default key that was given up.
  for (const action in keys) if (ACTIONS[action] === key) return "";
  return key;
}
