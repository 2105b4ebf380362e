import type { LaneIndex } from "../../kernel/instance.js";
import type { Contact } from "../../model/types.js";
import type { LanePair } from "../lanes/lane-pair.js";
import { STEPPED_OVER_SIZE } from "../plan/ground.js";
import type { RunWarning } from "./run-warnings.js";

/** A fixed step of a contact that was longer than the way that jumps over nothing. */
interface LongStep {
  readonly contact: Contact;
  readonly ratio: number;
  readonly way: number;
  readonly t: number;
}

/** One warning, of the contact whose fixed steps were longest beside the ground around it, and how many others there are. */
export function steppedOverWarnings(
  pair: LanePair,
  lane: LaneIndex,
  contacts: readonly Contact[],
): readonly RunWarning[] {
  const { steppedOver } = pair.layout;
  if (steppedOver.count === 0) return [];
  const numbers = new Float64Array(steppedOver.count);
  pair.read(steppedOver, lane, numbers);
  const long = contacts
    .map((contact, i): LongStep => {
      const [ratio, way, t] = numbers.subarray(STEPPED_OVER_SIZE * i, STEPPED_OVER_SIZE * (i + 1));
      return { contact, ratio, way, t };
    })
    .filter(({ ratio }) => ratio > 1)
    .sort((a, b) => b.ratio - a.ratio);
  if (long.length === 0) return [];
  const [{ contact, ratio, way, t }, ...others] = long;
  const more = others.length === 0 ? "" : ` (and ${others.length} more contact${others.length > 1 ? "s" : ""})`;
  const message =
    `contact "${contact.name}"${more} went ${shown(way)} m in the step that ended at ${shown(t)} s, ${shown(ratio)} times the way that jumps over ` +
    `nothing of terrain "${contact.terrain}": it may have missed some of it. Take a step that much shorter, or a tolerance.`;
  return [{ code: "contact-stepped-over", message, value: ratio, limit: 1 }];
}

const shown = (value: number): string => String(Number(value.toPrecision(3)));
