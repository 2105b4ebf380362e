import { hashText } from "kinetree/tools";
import { create } from "zustand";
import { notify } from "../run/actions.js";

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

export interface RecentStorage {
  readonly all: () => Promise<readonly RecentEntry[]>;
  readonly put: (entry: RecentEntry) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
}

const DATABASE = "kinetree-studio";
const STORE = "recent";

function browserStorage(): RecentStorage {
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

/** Largest file, with those that came with it, whose content is stored [bytes]. */
const LARGEST_KEPT = 4 * 1024 * 1024;

export const MOST_RECENT = 12;

export interface RecentFile extends Omit<RecentEntry, "files"> {
  /** Whether it can be opened again from here; otherwise it has to be dropped again. */
  readonly isKept: boolean;
}

interface RecentState {
  readonly files: readonly RecentFile[];
  /** Where they are kept; null until it is needed: the browser's own storage then. */
  readonly storage: RecentStorage | null;
  /** Whether the user was told that they cannot be kept. */
  readonly wasTold: boolean;
}

export const useRecent = create<RecentState>()(() => ({ files: [], storage: null, wasTold: false }));

export async function loadRecent(): Promise<void> {
  await survive(async (kept) => show(await kept.all()));
}

/** Puts a file at the top of the list, the file itself first among `files`; gives its id. */
export async function remember(
  name: string,
  kind: RecentEntry["kind"],
  files: readonly { readonly path: string; readonly bytes: Uint8Array<ArrayBuffer> }[],
): Promise<string> {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const kept = size <= LARGEST_KEPT ? files : null;
  const id = recentId(name, files[0]?.bytes ?? new Uint8Array(0));
  await survive(async (place) => {
    await place.put({ id, name, kind, opened: Date.now(), size, files: kept });
    const all = newestFirst(await place.all());
    for (const old of all.slice(MOST_RECENT)) await place.remove(old.id);
    show(all);
  });
  return id;
}

export const recentId = (name: string, bytes: Uint8Array): string => {
  // Large files are identified by size, beginning and end: reading all of one would block the page.
  const part = (from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
  return hashText(
    `${name}\n${bytes.length}\n${part(0, 16_384)}\n${part(Math.max(0, bytes.length - 16_384), bytes.length)}`,
  );
};

export async function recall(id: string): Promise<RecentEntry | null> {
  let found: RecentEntry | null = null;
  await survive(async (kept) => {
    found = (await kept.all()).find((entry) => entry.id === id) ?? null;
  });
  return found;
}

export async function forget(id: string): Promise<void> {
  await survive(async (kept) => {
    await kept.remove(id);
    show(await kept.all());
  });
}

const newestFirst = (entries: readonly RecentEntry[]): RecentEntry[] => entries.toSorted((a, b) => b.opened - a.opened);

function show(entries: readonly RecentEntry[]): void {
  const files = newestFirst(entries)
    .slice(0, MOST_RECENT)
    .map(({ files: content, ...rest }) => ({ ...rest, isKept: content !== null }));
  useRecent.setState({ files });
}

/** Storage may be forbidden or full: everything else works without it, so it is said once and no more. */
async function survive(work: (storage: RecentStorage) => Promise<void>): Promise<void> {
  try {
    const storage = useRecent.getState().storage ?? browserStorage();
    useRecent.setState({ storage });
    await work(storage);
  } catch (error) {
    if (useRecent.getState().wasTold) return;
    useRecent.setState({ wasTold: true });
    const reason = error instanceof Error && error.message !== "" ? error.message : String(error);
    const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
    notify(
      "warning",
      isFull
        ? "The browser's storage is full, so recent files are not stored. Free some space, or drop the files again next time."
        : `Recent files cannot be stored (${reason}). Allow this page to store data, or drop the files again next time.`,
    );
  }
}
