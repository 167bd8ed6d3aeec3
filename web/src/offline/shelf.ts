/**
 * A shelf in IndexedDB, for `elfer.server.stores.shelves.ForeignShelf`: it takes JSON and promises JSON, and what
 * else it promises says what went wrong. A change happens whole or not at all, and is on the disk when it is `kept`.
 */
const NAME = 'elfer';
const TEXTS = 'texts';
/** Greater than any key that begins with what it follows. */
const AFTER = '\uffff';

interface Change {
  readonly need: Record<string, string>;
  readonly add: Record<string, string>;
  readonly drop: readonly string[];
  readonly put: Record<string, string>;
}

export class Shelf {
  private constructor(private database: IDBDatabase) {}

  /** The shelf of this site; rejected where a browser has none. */
  static async open(): Promise<Shelf> {
    return new Shelf(await opened());
  }

  async read(beginnings: string): Promise<string> {
    try {
      const texts = (await this.begin('readonly')).objectStore(TEXTS);
      const found = (JSON.parse(beginnings) as string[]).map((beginning) => all(texts, beginning));
      return JSON.stringify(await Promise.all(found));
    } catch (error) {
      return said(error);
    }
  }

  async write(change: string): Promise<string> {
    try {
      return await this.changed(JSON.parse(change) as Change);
    } catch (error) {
      return said(error);
    }
  }

  private async changed({ need, add, drop, put }: Change): Promise<string> {
    const transaction = await this.begin('readwrite');
    const texts = transaction.objectStore(TEXTS);
    const end = ended(transaction);
    const needed = Object.entries(need).map(async ([key, text]) => (await got(texts.get(key))) === text);
    const taken = Object.keys(add).map(async (key) => (await got(texts.count(key))) > 0);
    const [allThere, someTaken] = await Promise.all([Promise.all(needed), Promise.all(taken)]);
    const refused = allThere.includes(false) ? 'fenced' : someTaken.includes(true) ? 'conflict' : undefined;
    if (refused) {
      transaction.abort();
      await end.catch(() => undefined);
      return refused;
    }
    for (const beginning of drop) texts.delete(IDBKeyRange.bound(beginning, beginning + AFTER));
    for (const [key, text] of Object.entries({ ...put, ...add })) texts.put(text, key);
    await end;
    return 'kept';
  }

  /** A transaction; where the browser has closed the database meanwhile, in one opened anew. */
  private async begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
    const strict = { durability: 'strict' } as const;
    try {
      return this.database.transaction(TEXTS, mode, strict);
    } catch {
      this.database = await opened();
      return this.database.transaction(TEXTS, mode, strict);
    }
  }
}

function opened(): Promise<IDBDatabase> {
  const asked = indexedDB.open(NAME, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(TEXTS);
  return got(asked);
}

function got<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('nothing came back'));
  });
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('it was broken off'));
  });
}

/** The texts whose keys begin so. */
async function all(texts: IDBObjectStore, beginning: string): Promise<Record<string, string>> {
  const range = IDBKeyRange.bound(beginning, beginning + AFTER);
  const [keys, values] = await Promise.all([got(texts.getAllKeys(range)), got(texts.getAll(range))]);
  return Object.fromEntries(keys.map((key, number) => [key, values[number]]));
}

const said = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
