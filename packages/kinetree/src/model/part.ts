import type { DataPath } from "../errors/kinetree-error.js";

/** A part of a description: where it is, and how messages call it. */
export interface Part {
  readonly path: DataPath;
  /** The thing that it belongs to, such as `body "arm"`. */
  readonly subject: string;
  /** What it is of that thing, such as `radius of normal`; "" is the thing itself. */
  readonly name: string;
}

/** A thing that messages call by a name of its own. */
export const thingAt = (path: DataPath, subject: string): Part => ({ path, subject, name: "" });

/** The same place by another name. */
export const named = (part: Part, name: string): Part => ({ ...part, name });

/** A property, called "radius of normal". `words`: how messages call it, where not by its key. */
export const propertyOf = (part: Part, key: string, words = key): Part => ({
  path: [...part.path, key],
  subject: part.subject,
  name: part.name === "" ? words : `${words} of ${part.name}`,
});

/** A property, called "flexible.length". */
export const memberOf = (part: Part, key: string): Part => ({
  path: [...part.path, key],
  subject: part.subject,
  name: part.name === "" ? key : `${part.name}.${key}`,
});

/** An item of a list, called "damping[2]". */
export const itemOf = (part: Part, index: number): Part => ({
  path: [...part.path, index],
  subject: part.subject,
  name: `${part.name}[${index}]`,
});

/** An item by its name, called "PCX1 in coefficients". */
export const itemNamed = (part: Part, name: string): Part => ({
  path: [...part.path, name],
  subject: part.subject,
  name: `${name} in ${part.name}`,
});
