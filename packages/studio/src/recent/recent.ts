import { hashText } from "kinetree/tools";
import { create } from "zustand";
import { notify } from "../run/actions.js";
import { browserStorage, type RecentEntry, type RecentStorage } from "./recent-storage.js";

/** Most that is kept of one file and what came with it [bytes]. */
const LARGEST_KEPT = 4 * 1024 * 1024;

/** So many are kept. */
export const MOST_RECENT = 12;

/** A recent file without its content. */
export interface RecentFile extends Omit<RecentEntry, "files"> {
  /** Whether it can be opened again from here; otherwise it has to be dropped again. */
  readonly isKept: boolean;
}

/** What the page knows of recent files. */
interface RecentState {
  /** The newest first; filled by `loadRecent`. */
  readonly files: readonly RecentFile[];
  /** Where they are kept; null until it is needed: the browser's own storage then. */
  readonly storage: RecentStorage | null;
  /** Whether the user was told that they cannot be kept. */
  readonly wasTold: boolean;
}

export const useRecent = create<RecentState>()(() => ({ files: [], storage: null, wasTold: false }));

/** Fills the list. */
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

/** By which a file is found again. */
export const recentId = (name: string, bytes: Uint8Array): string => {
  // Large files are told apart by their size, beginning and end: reading all of one would hold up the page.
  const part = (from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
  return hashText(
    `${name}\n${bytes.length}\n${part(0, 16_384)}\n${part(Math.max(0, bytes.length - 16_384), bytes.length)}`,
  );
};

/** A recent file with its content; null if it is not there. */
export async function recall(id: string): Promise<RecentEntry | null> {
  let found: RecentEntry | null = null;
  await survive(async (kept) => {
    found = (await kept.all()).find((entry) => entry.id === id) ?? null;
  });
  return found;
}

/** Takes a file out of the list. */
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
