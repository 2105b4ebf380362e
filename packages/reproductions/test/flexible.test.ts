import { describe, expect, it } from "vitest";
import { beside } from "../src/flexible/accuracy-row.js";
import { platformCase } from "../src/flexible/cases.js";
import { accuracyChecks, chainCheck } from "../src/flexible/checks.js";
import { largestDifference } from "../src/bench/difference.js";
import { publishedTimes } from "../src/flexible/source.js";
import { accuracyTable, timeTable } from "../src/flexible/tables.js";

describe("a difference of two motions", () => {
  it("is relative to the largest value of its own channel", () => {
    const small = { name: "small", ours: [0, 1e-3], theirs: [0, 2e-3] };
    const large = { name: "large", ours: [0, 100], theirs: [1, 100] };
    expect(largestDifference([large, small])).toEqual({ value: 0.5, channel: "small" });
  });

  it("is nothing between equal motions, even without any motion", () => {
    expect(largestDifference([{ name: "still", ours: [0, 0], theirs: [0, 0] }]).value).toBe(0);
  });

  it("is not a number where one of them is not, whatever comes later", () => {
    const broken = { name: "broken", ours: [1, NaN], theirs: [1, 1] };
    const large = { name: "large", ours: [1], theirs: [-1] };
    expect(largestDifference([broken, large])).toEqual({ value: NaN, channel: "broken" });
    expect(largestDifference([{ name: "short", ours: [1], theirs: [1, 1] }]).value).toBeNaN();
  });
});

describe("what a report says", () => {
  it("says which case failed, and why", () => {
    const table = timeTable([{ platform: platformCase(3), message: "the run stopped" }], 100);
    expect(table.rows[0]).toContain("failed");
    expect(table.notes.join("\n")).toContain("Case 3 failed: the run stopped");
  });

  it("has a check for each bound and none for what is shown for comparison", () => {
    const rows = [
      beside("near", "m", [1.0005, 1], 1e-3),
      beside("far", "m", [1.1, 1], 1e-3),
      beside("seen", "m", [2, 1], null),
    ];
    expect(accuracyChecks(rows).map(({ name, isMet }) => [name, isMet])).toEqual([
      ["near", true],
      ["far", false],
    ]);
    expect(accuracyTable(rows).rows).toHaveLength(3);
  });

  it("compares the dearest link with the cheapest", () => {
    const cost = (links: number, timePerLink: number) => ({
      links,
      timePerLink,
      speeds: 5 * links,
      compileMs: 1,
      operationsPerLink: 1,
    });
    expect(chainCheck([cost(10, 2), cost(100, 2.5)])).toMatchObject({ measured: 1.25, isMet: true });
    expect(chainCheck([cost(10, 2), cost(100, 3)])).toMatchObject({ measured: 1.5, isMet: false });
  });

  it("has published times for the eleven cases that the scan has kept", () => {
    expect(publishedTimes).toHaveLength(16);
    expect(publishedTimes.filter(({ orderN }) => orderN !== null)).toHaveLength(11);
  });
});
