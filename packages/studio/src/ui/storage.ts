/* The browser's storage, which may be full, forbidden or hold anything. */

const listeners = new Set<(message: string) => void>();
let hasFailed = false;

/** Told once, in words, if something could not be kept. */
export function onStorageTrouble(listener: (message: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says that storing failed; only the first time reaches anybody. */
export function storageFailed(error: unknown): void {
  if (hasFailed) return;
  hasFailed = true;
  const reason = error instanceof Error ? error.message : String(error);
  const message =
    `Settings cannot be kept: the browser's storage is full or forbidden (${reason}). ` +
    "Everything else works; free some space or allow storage for this page.";
  for (const listener of listeners) listener(message);
}

/** What is stored under a key; undefined if there is nothing, or nothing that can be read. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(`studio.${key}`);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps a value under a key; a failure is said once and goes no further. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(`studio.${key}`, JSON.stringify(value));
  } catch (error) {
    storageFailed(error);
  }
}
