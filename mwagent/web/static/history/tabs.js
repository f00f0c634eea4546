// Which game lies on the table of which tab: a game is played in one tab at a time.
//
// The Web Locks of the browser say so; they end with the tab, however it ends. Where there are none
// (pages that came over plain http from another machine) every tab may take every game.

// Ids of games grow with time, and differ between tabs.
export function newId() {
  const chance = crypto.getRandomValues(new Uint32Array(1))[0];
  return `${Date.now().toString(36)}-${chance.toString(36).padStart(7, "0")}`;
}

const KEY = "mwagent.table"; // where tabs remember the id; another page has a key of its own

// Take a game for this tab; gives a function that lets go of it, or null where another tab has it.
// A tab that is just being closed or loaded anew is waited for, `patience` milliseconds at most.
export async function takeGame(id, patience = 0) {
  if (!navigator.locks) return () => {};
  const options = patience ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true };
  return new Promise((resolve) => {
    const held = (lock) => {
      if (!lock) return resolve(null);
      return new Promise((release) => resolve(release));
    };
    navigator.locks.request(`mwagent.game.${id}`, options, held).catch(() => resolve(null));
  });
}

// The game of this tab before it was loaded anew, or null.
export const ownGame = (key = KEY) => kept("sessionStorage", key);

// Whether any tab ever had a game that was stored.
export const anyGame = () => kept("localStorage", KEY) !== null;

export function rememberOwn(id, key = KEY) {
  for (const storage of ["sessionStorage", "localStorage"]) {
    try {
      window[storage].setItem(key, id);
    } catch {
      // storage is off: nothing is remembered
    }
  }
}

/**
 * @param {"localStorage" | "sessionStorage"} storage
 * @param {string} key
 */
function kept(storage, key) {
  try {
    return window[storage].getItem(key);
  } catch {
    return null; // storage is off
  }
}
