import { beforeEach, expect, test, vi } from "vitest";
import { forget, MOST_RECENT, recall, remember, useRecent } from "../../src/recent/recent.js";
import { useStudio } from "../../src/run/store.js";
import { memoryRecent } from "./memory-recent.js";

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

beforeEach(() => {
  useStudio.setState({ notices: [] });
  useRecent.setState({ files: [] });
  useRecent.setState({ storage: memoryRecent(), wasTold: false });
  let now = 0;
  vi.spyOn(Date, "now").mockImplementation(() => ++now);
});

test("the newest come first, and the oldest go", async () => {
  for (let i = 0; i < MOST_RECENT + 3; i++) await remember(`${i}.json`, "model", [{ path: "a", bytes: bytes(`${i}`) }]);
  const { files } = useRecent.getState();
  expect(files).toHaveLength(MOST_RECENT);
  expect(files[0].name).toBe(`${MOST_RECENT + 2}.json`);
  expect(files.at(-1)?.name).toBe("3.json");
});

test("a file opened twice is there once; the same name with other content is another file", async () => {
  const first = await remember("a.json", "model", [{ path: "a.json", bytes: bytes("{}") }]);
  const other = await remember("a.json", "model", [{ path: "a.json", bytes: bytes("{ }") }]);
  const again = await remember("a.json", "model", [{ path: "a.json", bytes: bytes("{}") }]);
  expect(again).toBe(first);
  expect(useRecent.getState().files.map(({ id }) => id)).toStrictEqual([first, other]);
  await forget(first);
  expect(useRecent.getState().files.map(({ id }) => id)).toStrictEqual([other]);
  expect(await recall(first)).toBeNull();
});

test.each([
  [new DOMException("no room", "QuotaExceededError"), /storage is full/],
  [new DOMException("denied", "SecurityError"), /cannot be stored \(denied\)\. Allow/],
])("storage that refuses is survived, and said once: %s", async (error, message) => {
  const refuse = async (): Promise<never> => {
    throw error;
  };
  useRecent.setState({ storage: { all: refuse, put: refuse, remove: refuse }, wasTold: false });
  await remember("a.json", "model", [{ path: "a.json", bytes: bytes("{}") }]);
  await remember("b.json", "model", [{ path: "b.json", bytes: bytes("{}") }]);
  expect(await recall("x")).toBeNull();
  const { notices } = useStudio.getState();
  expect(notices).toHaveLength(1);
  expect(notices[0].text).toMatch(message);
});
