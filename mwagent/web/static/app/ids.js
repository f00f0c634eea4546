// Ids that grow with time, and differ between tabs.

export function newId() {
  const chance = crypto.getRandomValues(new Uint32Array(1))[0];
  return `${Date.now().toString(36)}-${chance.toString(36).padStart(7, "0")}`;
}
