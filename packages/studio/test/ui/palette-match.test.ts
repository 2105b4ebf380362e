import { expect, test } from "vitest";
import { matchEntries, type PaletteEntry } from "../../src/ui/overlays/palette-match.js";

const entry = (label: string, group = "", detail = ""): PaletteEntry => ({
  id: label,
  label,
  group,
  detail,
  onAction: () => {},
});
const entries = [
  entry("Fit the view", "View"),
  entry("Play or pause", "Run"),
  entry("Open Lander", "Mechanisms", "to view"),
];
const found = (search: string): string[] => matchEntries(entries, search).map(({ label }) => label);

test("an empty search keeps everything in order", () => expect(found(" ")).toEqual(entries.map(({ label }) => label)));
test("words may stand anywhere, in any order", () => expect(found("lander mech")).toEqual(["Open Lander"]));
test("a label counts for more than what stands beside it", () =>
  expect(found("view")).toEqual(["Fit the view", "Open Lander"]));
test("the beginning of a word counts for more than its middle", () => {
  const both = [entry("Open Suspended vehicle"), entry("Open Pendulum")];
  expect(matchEntries(both, "pend").map(({ label }) => label)).toEqual(["Open Pendulum", "Open Suspended vehicle"]);
});
test("what nothing holds finds nothing", () => expect(found("xyz")).toEqual([]));
