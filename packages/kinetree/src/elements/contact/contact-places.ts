import { contactStates } from "./plan-contact.js";
import type { Model } from "../../model/types.js";

/** Where the states of a contact are among those of all contacts. */
export interface ContactPlace {
  readonly start: number;
  readonly count: number;
}

/** Places of the internal states of all contacts, in the order of the model. */
export function contactPlaces({ contacts }: Model): readonly ContactPlace[] {
  let next = 0;
  return contacts.map((contact) => {
    const count = contactStates(contact);
    next += count;
    return { start: next - count, count };
  });
}

/** How many internal states the contacts of a model have. */
export const contactStateCount = ({ contacts }: Model): number =>
  contacts.reduce((sum, contact) => sum + contactStates(contact), 0);
