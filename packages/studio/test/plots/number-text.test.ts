import { expect, test } from "vitest";
import { powerTexts, tickTexts } from "../../src/plots/tick-texts.js";
import { valueText } from "../../src/ui/behaviour/number-text.js";

test("values have six digits, or five and an exponent", () => {
  expect(valueText(1.5)).toBe("1.50000");
  expect(valueText(-1234.5678)).toBe("−1234.57");
  expect(valueText(-2.082741e-10)).toBe("−2.0827e−10");
  expect(valueText(0)).toBe("0");
  expect(valueText(NaN)).toBe("–");
  expect(valueText(-Infinity)).toBe("−∞");
});

test("ticks have as many digits as tell them apart", () => {
  expect(tickTexts([0, 0.25, 0.5])).toEqual(["0.00", "0.25", "0.50"]);
  expect(tickTexts([-100, 0, 100])).toEqual(["−100", "0", "100"]);
  expect(tickTexts([0, 5e-8])).toEqual(["0", "5e−8"]);
  expect(tickTexts([2e7, 2.5e7])).toEqual(["2.0e7", "2.5e7"]);
  expect(tickTexts([9.80001, 9.80002])).toEqual(["9.80001", "9.80002"]);
  expect(tickTexts([0])).toEqual(["0"]);
  expect(powerTexts([1e-6, 0.01, 0.02, 1])).toEqual(["1e−6", "0.01", "", "1"]);
});
