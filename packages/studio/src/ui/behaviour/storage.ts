/* The browser's storage, which may be full, forbidden or hold anything. */

function createTrouble() {
  const listeners = new Set<(message: string) => void>();
  let wasTold = false;
  return {
    listen: (listener: (message: string) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: (error: unknown): void => {
      if (wasTold) return;
      wasTold = true;
      const reason = error instanceof Error ? error.message : String(error);
      const message =
        `Settings cannot be stored: the browser's storage is full or blocked (${reason}). ` +
        "Everything else works; free some space or allow storage for this page.";
      for (const listener of listeners) listener(message);
    },
  };
}

const trouble = createTrouble();

/** Told once, in words, if something could not be kept. */
export const onStorageTrouble = trouble.listen;

/** The stored value; undefined if there is none or it cannot be read. */
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
    trouble.tell(error);
  }
}
