import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openSource, setDuration } from "../../src/run/actions.js";
import { useStudio } from "../../src/run/store.js";
import { writeAddress } from "../../src/share/address.js";
import { currentShared } from "../../src/share/current.js";
import { followAddress } from "../../src/share/follow.js";
import { restoreFromAddress } from "../../src/share/restore.js";

vi.mock("../../src/run/engine.js", async () => {
  const { inProcessEngine } = await import("./in-process-engine.js");
  const engine = inProcessEngine();
  return { engine: () => engine };
});

const page = { hash: "#/model" };
const steps: string[] = [];
let stop = (): void => {};

beforeEach(async () => {
  page.hash = "#/model";
  steps.length = 0;
  vi.stubGlobal("location", page);
  vi.stubGlobal("history", {
    state: null,
    replaceState: (_state: unknown, _title: string, address: string) => {
      page.hash = address;
      steps.push(address);
    },
  });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  await openSource({ kind: "system", name: "pendulum", options: {} });
  // The page waits between two addresses; `vi.waitFor` makes that time pass.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  stop = followAddress();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const written = (part: string): Promise<void> => vi.waitFor(() => expect(page.hash).toContain(part), 10_000);

test("the address follows what is open, and opening it again changes nothing", async () => {
  await written("system=pendulum");
  const { opened } = useStudio.getState();
  expect(await restoreFromAddress()).toBe(false);
  expect(useStudio.getState().opened).toBe(opened);
});

test("many changes at once are written once", async () => {
  await written("system=pendulum");
  for (let t = 1; t < 100; t++) setDuration(t);
  await vi.waitFor(() => expect(steps).toHaveLength(2), 10_000);
});

test("another page of the same model keeps its name in the address", async () => {
  page.hash = "#/compare";
  setDuration(7);
  await written("c=1.");
  expect(page.hash).toMatch(/^#\/compare\?c=1\./);
});

test("a link that was just put there is not written over before it is opened", async () => {
  await written("system=pendulum");
  page.hash = "#/model?system=double-pendulum";
  setDuration(5);
  await vi.advanceTimersByTimeAsync(1200);
  // Who had begun to pack an address for the page would be done by the time that one is packed here.
  const current = currentShared({ hashed: false });
  if (current !== null) await writeAddress(current.shared, { route: "model" });
  expect(page.hash).toBe("#/model?system=double-pendulum");
  expect(await restoreFromAddress()).toBe(true);
  await written("c=1.");
  expect(page.hash).toContain("system=double-pendulum");
});

test("a link that cannot be opened makes place for what is open", async () => {
  await written("system=pendulum");
  page.hash = "#/model?c=1.00000000&system=four-bar";
  expect(await restoreFromAddress()).toBe(false);
  expect(useStudio.getState().openTrouble?.trouble.code).toBe("link-damaged");
  setDuration(9);
  await written("system=pendulum");
});
