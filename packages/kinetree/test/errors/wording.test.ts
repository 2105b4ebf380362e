import { expect, test } from "vitest";
import { thrownBy } from "../support/refusal.js";
import { formulationWording } from "./wording/formulation.js";
import { integrateWording } from "./wording/integrate.js";
import { stateWording } from "./wording/state.js";
import { topologyWording } from "./wording/topology.js";
import { valueWording } from "./wording/values.js";

/*
 * The exact text of messages. Other tests assert code, subject, value and path, so that a message can be rewritten here and in its
 * source alone. Mistakes in models and files have tables of their own: test/model/mistakes.ts and test/formats.
 */
const rows = [...topologyWording, ...stateWording, ...formulationWording, ...integrateWording, ...valueWording];

/** Results of iterations differ in their last digits between versions of the JavaScript engine. */
const withoutLongNumbers = (message: string): string =>
  message.replace(/-?\d+\.\d+(e[+-]\d+)?/g, (text) => (text.length > 8 || text.includes("e") ? "#" : text));

test.each(rows)("$code: $message", ({ code, make, message }) => {
  const error = thrownBy(make);
  expect(error.code).toBe(code);
  expect(withoutLongNumbers(error.message)).toBe(message);
});
