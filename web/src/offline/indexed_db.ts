/**
 * A key-value store in IndexedDB, used by `elfer.server.stores.key_value`: arguments and results are JSON texts.
 * Any other result is an error message. A change is atomic, and durable when the result is `kept`.
 */
const NAME = 'elfer';
const TEXTS = 'texts';
/** Sorts after every key with the prefix before it. */
const AFTER = '\uffff';

/** `need`: entries that must exist, else `fenced`; `add`: keys that must be new, else `conflict`; `drop`: prefixes. */
interface Change {
  readonly need: Record<string, string>;
  readonly add: Record<string, string>;
  readonly drop: readonly string[];
  readonly put: Record<string, string>;
}

export class IndexedDbStore {
  private constructor(private database: IDBDatabase) {}

  /** Rejected where the browser has no IndexedDB. */
  static async open(): Promise<IndexedDbStore> {
    return new IndexedDbStore(await openDatabase());
  }

  /** For each of the prefixes, the entries whose keys begin with it. */
  read(prefixes: string): Promise<string> {
    return this.find(JSON.parse(prefixes) as string[]).catch(messageOf);
  }

  write(change: string): Promise<string> {
    return this.apply(JSON.parse(change) as Change).catch(messageOf);
  }

  private async find(prefixes: readonly string[]): Promise<string> {
    const texts = (await this.begin('readonly')).objectStore(TEXTS);
    return JSON.stringify(await Promise.all(prefixes.map((prefix) => entries(texts, prefix))));
  }

  private async apply({ need, add, drop, put }: Change): Promise<string> {
    const transaction = await this.begin('readwrite');
    const texts = transaction.objectStore(TEXTS);
    const end = ended(transaction);
    const needed = Object.entries(need).map(async ([key, text]) => (await result(texts.get(key))) === text);
    const taken = Object.keys(add).map(async (key) => (await result(texts.count(key))) > 0);
    const [allThere, someTaken] = await Promise.all([Promise.all(needed), Promise.all(taken)]);
    const refused = allThere.includes(false) ? 'fenced' : someTaken.includes(true) ? 'conflict' : undefined;
    if (refused) {
      transaction.abort();
      await end.catch(() => undefined);
      return refused;
    }
    for (const prefix of drop) texts.delete(IDBKeyRange.bound(prefix, prefix + AFTER));
    for (const [key, text] of Object.entries({ ...put, ...add })) texts.put(text, key);
    await end;
    return 'kept';
  }

  /** A transaction; the database is reopened if the browser has closed it. */
  private async begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
    const strict = { durability: 'strict' } as const;
    try {
      return this.database.transaction(TEXTS, mode, strict);
    } catch {
      this.database = await openDatabase();
      return this.database.transaction(TEXTS, mode, strict);
    }
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(TEXTS);
  return result(request);
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the request failed'));
  });
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
  });
}

async function entries(texts: IDBObjectStore, prefix: string): Promise<Record<string, string>> {
  const range = IDBKeyRange.bound(prefix, prefix + AFTER);
  const [keys, values] = await Promise.all([result(texts.getAllKeys(range)), result(texts.getAll(range))]);
  return Object.fromEntries(keys.map((key, i) => [key, values[i]]));
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
