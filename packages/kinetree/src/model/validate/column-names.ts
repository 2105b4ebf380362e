import { jointSizes } from "../joint-sizes.js";
import { jointKinds } from "../joints.js";
import type { Joint } from "../types.js";
import { issue, type Check } from "../check.js";
import { propertyOf, thingAt } from "../part.js";

/**
 * Results call coordinate i of joint "x" by "x.i" where there are several, so another joint must not be called that: one of
 * the two columns would hide the other.
 */
export function checkColumnNames(check: Check, joints: readonly Joint[]): void {
  for (const [i, { name }] of joints.entries()) {
    const parts = typeof name === "string" ? /^(.*)\.(0|[1-9]\d*)$/.exec(name) : null;
    if (parts === null) continue;
    const other = check.joints.get(parts[1]);
    if (other === undefined || !jointKinds.includes(other.kind)) continue;
    const { nq } = jointSizes(other);
    const index = Number(parts[2]);
    // Where both have several numbers, "x.0.0" and "x.0" differ again.
    const own = check.joints.get(name);
    const isAlone = own !== undefined && jointKinds.includes(own.kind) && jointSizes(own).nq === 1;
    if (nq < 2 || index >= nq || !isAlone) continue;
    const rest = `which is also what results call coordinate ${index} of joint "${parts[1]}". Rename one of the two.`;
    check.report(issue("column-collision", propertyOf(thingAt(["joints", i], `joint "${name}"`), "name"), name, rest));
  }
}
