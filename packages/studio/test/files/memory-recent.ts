import type { RecentEntry, RecentStorage } from "../../src/recent/recent.js";

/** A place for recent files in memory. */
export function memoryRecent(): RecentStorage {
  const entries = new Map<string, RecentEntry>();
  return {
    all: async () => [...entries.values()],
    put: async (entry) => void entries.set(entry.id, entry),
    remove: async (id) => void entries.delete(id),
  };
}
