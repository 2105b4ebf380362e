import type { Attachment } from "../types.js";
import { checkKnown, type Check } from "../check.js";
import { checkPose } from "./numbers.js";
import { named, propertyOf, type Part } from "../part.js";

export function checkAttachment(check: Check, part: Part, attachment: Attachment): void {
  checkKnown(check, "unknown-body", propertyOf(part, "body"), attachment.body, check.bodies);
  checkPose(check, named(propertyOf(part, "pose"), part.name), attachment.pose);
}

/** Two ends; true if they are on one body, which makes no sense for anything that has two. */
export function checkEndsOnOneBody(
  check: Check,
  part: Part,
  { a, b }: { readonly a: Attachment; readonly b: Attachment },
): boolean {
  checkAttachment(check, propertyOf(part, "a"), a);
  checkAttachment(check, propertyOf(part, "b"), b);
  return a.body === b.body;
}

/** Where two ends that must not be on one body are: the second could be moved. */
export const bodyOfBothEnds = (part: Part): Part =>
  named(propertyOf(propertyOf(part, "b"), "body"), "body of both ends");
