import { afterEach, describe, expect, test, vi } from "vitest";
import { spell } from "../src/output/terminal-line.js";
import { ProgressBar, progressText } from "../src/run/progress-bar.js";
import { splitChannels } from "../src/run/split-channels.js";
import { shownName } from "../src/output/shown-name.js";
import { table } from "../src/output/table.js";

describe("channels between commas", () => {
  test.each([
    { given: ["a,b", "c"], is: ["a", "b", "c"] },
    { given: ["tip=max(a,b),c"], is: ["tip=max(a,b)", "c"] },
    { given: ['x="a,b".y, z'], is: ['x="a,b".y', "z"] },
    { given: [" a , ,b "], is: ["a", "b"] },
  ])("$given", ({ given, is }) => expect(splitChannels(given)).toEqual(is));
});

describe("progress", () => {
  test("says part, time left and real-time factor", () => {
    const text = progressText(2, 0, 0, 5, 20);
    expect(text).toContain(" 25%");
    expect(text).toContain("6 s left");
    expect(text).toContain("2.50× real time");
  });

  test("of a resumed run counts the part of the whole, and the time of its own", () => {
    const text = progressText(1, 0, 10, 15, 20);
    expect(text).toContain(" 75%");
    expect(text).toContain("1 s left");
  });

  test.each([
    { seconds: 6.2, is: "7 s" },
    { seconds: 65, is: "1:05" },
    { seconds: 7207, is: "2:00:07" },
    { seconds: Infinity, is: "?" },
  ])("$seconds s is $is", ({ seconds, is }) => expect(spell(seconds)).toBe(is));
});

test("a table has its columns below one another", () => {
  expect(
    table(
      [
        ["a", "10"],
        ["bcd", "2"],
      ],
      ["left", "right"],
    ),
  ).toBe("a    10\nbcd   2");
});

describe("a terminal that does not know its size", () => {
  const stderr = process.stderr as { isTTY?: boolean; columns?: number };
  const before = { isTTY: stderr.isTTY, columns: stderr.columns };
  afterEach(() => {
    Object.assign(stderr, before);
    vi.restoreAllMocks();
  });

  test("is taken for one of 80 columns", () => {
    Object.assign(stderr, { isTTY: true, columns: 0 });
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    new ProgressBar(true, 0, 0, 0, 10).show(1000, 5);
    expect(String(written.mock.calls[0][0])).toContain(progressText(1, 0, 0, 5, 10).slice(0, 79));
  });
});

test("a name is shown on one line, and commands no terminal", () => {
  expect(shownName("a\nb\u001B[2Jc\u2028é")).toBe("a\\nb\\u001b[2Jc\\u2028é");
});
