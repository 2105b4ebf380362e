import { GROUND } from "../types.js";
import { issue, type Check } from "../check.js";

/** Names of one kind of thing: none empty, none twice. */
export function checkNames(check: Check, things: readonly { readonly name: string }[], kind: string): void {
  const places = new Map<string, number>();
  for (const [i, { name }] of things.entries()) {
    const first = places.get(name);
    if (typeof name !== "string" || name === "")
      check.report(issue("empty-name", `${kind} ${i}`, "name", name, "must not be empty. Give it a name."));
    else if (first !== undefined) {
      const rest = `already that of number ${first}. Rename one of the two.`;
      check.report(issue("duplicate-name", `${kind} "${name}"`, `name of number ${i}`, name, rest));
    } else places.set(name, i);
  }
}

export function checkBodyName(check: Check, name: string): void {
  if (typeof name === "string" && name.includes("/")) {
    const rest = `must not hold "/", which stands between a body and its frame. Use another sign, such as "_".`;
    check.report(issue("slash-in-name", `body "${name}"`, "name", name, rest));
  }
  if (name !== GROUND) return;
  const rest = "which is reserved for the immovable body that every model has. Call the body something else.";
  check.report(issue("reserved-name", `body "${name}"`, "name", name, rest));
}
