import { RequestError } from "../../errors/kinetree-error.js";
import { contactStates } from "./plan-contact.js";
import { lawDefinition } from "../../model/contact-laws.js";
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

/** Refuses contacts that remember where something has been worked out for positions and speeds alone. */
export function refuseContactStates({ contacts }: Model, what: string): void {
  const remembering = contacts.filter((contact) => contactStates(contact) > 0);
  if (remembering.length === 0) return;
  const [{ name, normal, friction }, ...others] = remembering;
  const laws = [normal, friction].flatMap((law) => (lawDefinition(law).states > 0 ? [law.kind] : []));
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  throw new RequestError({
    code: "contacts-refused",
    subject: `contact "${name}"`,
    value: remembering.map((contact) => contact.name),
    message:
      `contact "${name}"${more}: its law ${laws.join(" and ")} remembers what went before, which ${what} cannot take into account; ` +
      `linearize, equilibrium and modes need it. Give it laws without memory there, such as "hunt-crossley" and "coulomb".`,
  });
}
