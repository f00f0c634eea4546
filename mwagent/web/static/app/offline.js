// Keeping the page's files for when there is no network (sw.js).

import { FILES } from "./language.js";

const QUIET_MS = 1500; // after the page has come, so that nothing waits for it

const worker = workers();
// Whether an earlier visit has kept files.
const again = Boolean(worker?.controller);

// Some browsers throw where they keep nothing.
function workers() {
  try {
    return navigator.serviceWorker ?? null;
  } catch {
    return null;
  }
}

const idle = () => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
const quiet = async () => {
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  await idle();
};

// Keep what Play needs, and all the rest once the page is idle again. Whoever asks that little be
// loaded has the rest kept when more than Play is opened, or the page is visited again.
export function keepOffline(script) {
  if (!worker) return;
  const begin = async () => {
    await quiet();
    await worker.register(script);
    await worker.ready;
    if (!again) await quiet();
    if (again || !savesData()) await keepAll();
  };
  const soon = () => begin().catch(() => {}); // no worker: then with a network only
  if (document.readyState === "complete") soon();
  else window.addEventListener("load", soon);
  window.addEventListener("online", () => !savesData() && keepAll()); // what did not come before
}

export async function keepAll() {
  if (!worker) return;
  const { active } = await worker.ready;
  active.postMessage({ keep: "all", besides: FILES });
}

const savesData = () => /** @type {any} */ (navigator).connection?.saveData === true;
