import { expect, test } from "vitest";
import { agoText, sizeText } from "../../src/home/size-text.js";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1.0 kB"],
  [15_423, "15 kB"],
  [2_400_000, "2.4 MB"],
  [3_000_000_000, "3.0 GB"],
])("%d bytes read %s", (bytes, text) => expect(sizeText(bytes)).toBe(text));

test.each([
  [30_000, "just now"],
  [300_000, "5 min ago"],
  [7_200_000, "2 h ago"],
  [90_000_000, "yesterday"],
  [3 * 86_400_000, "3 days ago"],
])("%d ms ago reads %s", (ms, text) => expect(agoText(ms)).toBe(text));
