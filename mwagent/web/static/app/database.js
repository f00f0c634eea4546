// IndexedDB with promises: a database, and transactions that are done as a whole or not at all.
//
// The page has to run from a plain checkout, without npm and without a step that builds it, and no
// code of others lies in it; so this stands in for a library such as `idb`.

export class Database {
  // Open a database; `upgrade(db, oldVersion)` makes its stores. Rejects where storage is off.
  static open(name, version, upgrade) {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(name, version);
      request.onupgradeneeded = ({ oldVersion }) => upgrade(request.result, oldVersion);
      request.onsuccess = () => resolve(new Database(request.result));
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(new Error("an older page of this kind is open in another tab"));
    });
  }

  constructor(db) {
    this.db = db;
    // A newer page in another tab waits for this one to let go.
    db.onversionchange = () => db.close();
  }

  // Read in one transaction: `act(store)` gets a function from a name to an object store, and gives
  // a promise; see `result`.
  async read(names, act) {
    const transaction = this.db.transaction(names, "readonly");
    return await act((name) => transaction.objectStore(name));
  }

  // Write in one transaction. Where `act` asks everything at once, it is on its way to the browser
  // when this returns, so that even a page that crashes right after it has it stored; where it gives
  // a promise, that has to wait for nothing but requests of this transaction. Resolves with what
  // `act` gave when all is stored; rejects, with nothing changed, where anything failed.
  write(names, act) {
    let transaction;
    try {
      transaction = this.db.transaction(names, "readwrite");
    } catch (error) {
      return Promise.reject(error); // closed
    }
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(undefined);
      transaction.onabort = () => reject(transaction.error ?? new Error("the transaction was broken off"));
    });
    const given = act((name) => transaction.objectStore(name));
    if (!(given instanceof Promise)) {
      transaction.commit?.();
      return done.then(() => given);
    }
    given.catch(() => transaction.abort());
    return Promise.all([given, done]).then(([value]) => value);
  }

  close() {
    this.db.close();
  }
}

// The result of a request, as a promise.
export function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
