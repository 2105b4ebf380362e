import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

const forbidden = {
  getItem: (): never => {
    throw new Error("forbidden");
  },
  setItem: (): never => {
    throw new DOMException("full", "QuotaExceededError");
  },
};

test("a storage that is full or forbidden is survived, and said once", async () => {
  vi.stubGlobal("localStorage", forbidden);
  vi.resetModules();
  const { onStorageTrouble, readStored, writeStored } = await import("../../src/ui/behaviour/storage.js");
  const said: string[] = [];
  onStorageTrouble((message) => said.push(message));
  expect(readStored("a")).toBeUndefined();
  writeStored("a", 1);
  writeStored("b", 2);
  expect(said).toHaveLength(1);
  expect(said[0]).toContain("full");
});

test("what is stored but is not JSON counts as nothing", async () => {
  vi.stubGlobal("localStorage", { getItem: () => "{broken", setItem: () => {} });
  const { readStored } = await import("../../src/ui/behaviour/storage.js");
  expect(readStored("a")).toBeUndefined();
});
