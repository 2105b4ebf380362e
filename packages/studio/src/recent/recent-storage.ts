/** A file that was opened, with its content if that is kept. */
export interface RecentEntry {
  /** Follows from name and content, so that a file opened twice is there once. */
  readonly id: string;
  readonly name: string;
  readonly kind: "model" | "result" | "study" | "link";
  /** When it was opened last [ms since 1970]. */
  readonly opened: number;
  /** [bytes] */
  readonly size: number;
  /** The file and those that came with it, the file itself first; null if they were too large to be kept. */
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array<ArrayBuffer> }[] | null;
}

/** Where recent files are kept. Failures are thrown as they are. */
export interface RecentStorage {
  readonly all: () => Promise<readonly RecentEntry[]>;
  readonly put: (entry: RecentEntry) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
}

const DATABASE = "kinetree-studio";
const STORE = "recent";

/** In the browser's database. */
export function browserStorage(): RecentStorage {
  let opened: Promise<IDBDatabase> | null = null;
  const database = (): Promise<IDBDatabase> => (opened ??= openDatabase());
  const within = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const transaction = (await database()).transaction(STORE, mode);
    const asked = work(transaction.objectStore(STORE));
    return new Promise((resolve, reject) => {
      // Full storage is found out when the transaction is to be completed, not when the value is put.
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = () => reject(transaction.error ?? new Error("the browser refused"));
      transaction.onerror = () => reject(transaction.error ?? new Error("the browser refused"));
    });
  };
  return {
    all: () => within("readonly", (store) => store.getAll() as IDBRequest<RecentEntry[]>),
    put: async (entry) => void (await within("readwrite", (store) => store.put(entry))),
    remove: (id) => within("readwrite", (store) => store.delete(id)),
  };
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(DATABASE, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "id" });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error("the database cannot be opened"));
    asked.onblocked = () => reject(new Error("another tab holds an older database"));
  });
}
