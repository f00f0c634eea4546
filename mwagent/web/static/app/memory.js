// A database (database.js) where the browser keeps nothing: the same to its users, until the page is left.

export class Memory {
  // `keys` has the key path of each store.
  constructor(keys) {
    this.stores = Object.fromEntries(Object.entries(keys).map(([name, path]) => [name, new Store(path)]));
  }

  async read(names, act) {
    return await act((name) => this.stores[name]);
  }

  write(names, act) {
    return this.read(names, act);
  }
}

// What is used of an object store; its answers are there at once.
class Store {
  constructor(path) {
    this.keyOf = (row) => (Array.isArray(path) ? path.map((name) => row[name]) : row[path]);
    this.rows = new Map();
  }

  put(row) {
    this.rows.set(String(this.keyOf(row)), structuredClone(row));
  }

  add(row) {
    this.put(row);
  }

  get(key) {
    return this.getAll(key)[0];
  }

  // The rows of a key, or of a range of keys.
  getAll(wanted) {
    const meant = (key) => wanted === undefined || (wanted instanceof IDBKeyRange ? wanted.includes(key) : wanted === key);
    return structuredClone([...this.rows.values()].filter((row) => meant(this.keyOf(row))));
  }

  getAllKeys() {
    return this.getAll().map(this.keyOf);
  }

  delete(wanted) {
    for (const row of this.getAll(wanted)) this.rows.delete(String(this.keyOf(row)));
  }

  clear() {
    this.rows.clear();
  }

  index(name) {
    return { getAll: () => this.getAll().filter((row) => row[name] !== undefined) };
  }
}
