import { useCallback, useState } from "react";
import { readStored, writeStored } from "./storage.js";

/** State that survives a reload; stored values of another shape are ignored. */
export function useStored<T>(key: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => {
    const stored = readStored(key);
    return sameShape(stored, initial) ? (stored as T) : initial;
  });
  const set = useCallback(
    (next: T) => {
      setValue(next);
      writeStored(key, next);
    },
    [key],
  );
  return [value, set];
}

/** Deep enough to keep an old version's leftovers from breaking the page. */
function sameShape(stored: unknown, initial: unknown): boolean {
  if (stored === undefined) return false;
  if (initial === null || initial === undefined || stored === null) return true;
  return typeof stored === typeof initial && Array.isArray(stored) === Array.isArray(initial);
}
