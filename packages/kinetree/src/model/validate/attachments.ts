import type { Attachment } from "../types.js";
import { checkKnown, type Check } from "../check.js";
import { checkPose } from "./numbers.js";

export function checkAttachment(check: Check, subject: string, what: string, attachment: Attachment): void {
  checkKnown(check, "unknown-body", subject, `body of ${what}`, attachment.body, check.bodies);
  checkPose(check, subject, what, attachment.pose);
}

/** Two ends; true if they are on one body, which makes no sense for anything that has two. */
export function checkEndsOnOneBody(
  check: Check,
  subject: string,
  { a, b }: { readonly a: Attachment; readonly b: Attachment },
): boolean {
  checkAttachment(check, subject, "a", a);
  checkAttachment(check, subject, "b", b);
  return a.body === b.body;
}
