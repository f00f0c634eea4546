// Keeping the page's files for when there is no network (sw.js).

const QUIET_MS = 1500; // after the page has come, so that nothing waits for it

const worker = "serviceWorker" in navigator ? navigator.serviceWorker : null;
// Whether the files were kept before, by an earlier visit.
const again = Boolean(worker?.controller);

// Keep what Play needs, and `folder` besides; all of it for who comes again.
export function keepOffline(script, folder = null) {
  if (!worker) return;
  const register = () =>
    worker
      .register(script)
      .then(() => (again ? keep("") : folder && keep(folder)))
      .catch(() => {});
  const idle = () => (window.requestIdleCallback ?? setTimeout)(register);
  const soon = () => setTimeout(idle, QUIET_MS);
  if (document.readyState === "complete") soon();
  else window.addEventListener("load", soon);
}

// Keep all files of a folder; "" for all there are.
export async function keep(folder) {
  if (!worker) return;
  const { active } = await worker.ready;
  active.postMessage({ keep: folder });
}
