import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rigs } from "../src/rigs/rigs.js";
import { standardTests } from "../src/tests/standard-tests.js";
import { vehicles } from "../src/vehicles/vehicles.js";

const page = readFileSync(new URL("../../../docs/vehicle-tests.md", import.meta.url), "utf8");

/** First cells of the rows of a table that has this head. */
function namesUnder(head: string): readonly string[] {
  const lines = page.split("\n");
  const first = lines.findIndex((line) => new RegExp(`^\\| ${head} +\\|`).test(line));
  const rows = lines.slice(first + 2);
  const end = rows.findIndex((line) => !line.startsWith("|"));
  return rows.slice(0, end).map((row) => row.split("|")[1].trim().replaceAll("`", ""));
}

test.each([
  { head: "test", named: standardTests },
  { head: "vehicle", named: vehicles },
  { head: "rig", named: rigs },
])("the page lists every $head", ({ head, named }) => {
  expect(namesUnder(head)).toEqual(named.map(({ name }) => name));
});
