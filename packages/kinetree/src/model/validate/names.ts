import { GROUND } from "../types.js";
import type { DataPath } from "../../errors/kinetree-error.js";
import { issue, type Check } from "../check.js";
import { propertyOf, thingAt } from "../part.js";

/** Names of things of one kind, by their numbers in the list at `path`: none empty, none twice. */
export function checkNames(
  check: Check,
  path: DataPath,
  things: Iterable<readonly [index: number, thing: { readonly name: string }]>,
  kind: string,
): void {
  const places = new Map<string, number>();
  for (const [i, { name }] of things) {
    const first = places.get(name);
    if (typeof name !== "string" || name === "") {
      const nameless = propertyOf(thingAt([...path, i], `${kind} ${i}`), "name");
      check.report(issue("empty-name", nameless, name, "must not be empty. Give it a name."));
    } else if (first !== undefined) {
      const second = propertyOf(thingAt([...path, i], `${kind} "${name}"`), "name", `name of number ${i}`);
      check.report(issue("duplicate-name", second, name, `already that of number ${first}. Rename one of the two.`));
    } else places.set(name, i);
  }
}

export function checkBodyName(check: Check, name: string, index: number): void {
  const part = propertyOf(thingAt(["bodies", index], `body "${name}"`), "name");
  if (typeof name === "string" && name.includes("/")) {
    const rest = `must not hold "/", which stands between a body and its frame. Use another sign, such as "_".`;
    check.report(issue("slash-in-name", part, name, rest));
  }
  if (name !== GROUND) return;
  const rest = "which is reserved for the immovable body that every model has. Call the body something else.";
  check.report(issue("reserved-name", part, name, rest));
}
