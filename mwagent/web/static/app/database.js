// IndexedDB with promises: a database, and transactions that are done as a whole or not at all.
//
// The page has to run from a plain checkout, without npm and without a step that builds it, and no
// code of others lies in it; so this stands in for a library such as `idb`.

import { t } from "./language.js";

const PATIENCE = 2000; // milliseconds after which a browser that does not open a database is no longer waited for
// Errors that would come again if a database were opened anew.
const LASTING = ["ConstraintError", "QuotaExceededError", "DataError", "DataCloneError"];

export class Database {
  // Open a database; `upgrade(db, oldVersion)` makes its stores. Rejects where storage is off, or the
  // browser does not answer.
  static async open(name, version, upgrade) {
    // A page that is newer, in another tab or of an earlier visit, adds to what there is: an older one goes on with it.
    const opening = () =>
      open(name, version, upgrade).catch((error) => {
        if (error?.name !== "VersionError") throw error;
        return open(name, null, upgrade);
      });
    const made = new Database(opening);
    made.db = await made.opening();
    return made;
  }

  constructor(opening) {
    this.opening = opening;
    this.db = null;
    this.renewing = null;
    this.renewed = () => {}; // called when it was opened anew: what it held may be gone
  }

  // Read in one transaction: `act(store)` gets a function from a name to an object store, and gives
  // a promise; see `result`.
  read(names, act) {
    return this.#twice(async () => {
      const transaction = this.db.transaction(names, "readonly");
      return await act((name) => transaction.objectStore(name));
    });
  }

  // Write in one transaction. Where `act` asks everything at once, it is on its way to the browser
  // when this returns, so that even a page that crashes right after it has it stored; where it gives
  // a promise, that has to wait for nothing but requests of this transaction. Resolves with what
  // `act` gave when all is stored; rejects, with nothing changed, where anything failed. `act` is
  // called again where the database was closed and had to be opened anew.
  write(names, act) {
    return this.#twice(() => this.#write(names, act));
  }

  close() {
    this.db.close();
  }

  async #write(names, act) {
    const transaction = this.db.transaction(names, "readwrite");
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(undefined);
      transaction.onabort = () => reject(transaction.error ?? new Error(t("the transaction was broken off")));
    });
    const given = act((name) => transaction.objectStore(name));
    if (!(given instanceof Promise)) {
      transaction.commit?.();
      await done;
      return given;
    }
    given.catch(() => transaction.abort());
    const [value] = await Promise.all([given, done]);
    return value;
  }

  // A browser closes a database when the data of the site is cleared, for one.
  async #twice(act) {
    const { db } = this;
    try {
      return await act();
    } catch (error) {
      if (LASTING.includes(error?.name)) throw error;
      await this.#renew(db);
      const value = await act();
      this.renewed();
      return value;
    }
  }

  async #renew(old) {
    if (this.db !== old) return; // that was done meanwhile
    this.renewing ??= this.#reopen().finally(() => {
      this.renewing = null;
    });
    await this.renewing;
  }

  async #reopen() {
    this.db.close();
    this.db = await this.opening();
  }
}

function open(name, version, upgrade) {
  return new Promise((resolve, reject) => {
    const request = version ? indexedDB.open(name, version) : indexedDB.open(name);
    const late = setTimeout(() => reject(new Error(t("the browser’s database does not answer"))), PATIENCE);
    request.onupgradeneeded = ({ oldVersion }) => upgrade(request.result, oldVersion);
    request.onsuccess = () => {
      clearTimeout(late);
      const db = request.result;
      // A newer page in another tab waits for this one to let go.
      db.onversionchange = () => db.close();
      resolve(db);
    };
    request.onerror = () => {
      clearTimeout(late);
      reject(request.error);
    };
    request.onblocked = () => reject(new Error(t("an older page of this kind is open in another tab")));
  });
}

// Why something was not stored, to stand within a sentence.
export const reasonOf = (error) => error?.message?.replace(/\.$/, "") || t("this browser keeps nothing");

// The result of a request, as a promise; in memory there is no waiting for it.
export async function result(request) {
  if (!(request instanceof IDBRequest)) return request;
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
