import { quoted } from "../format-error.js";
import { numberAttribute, numbersAttribute } from "../xml/values.js";
import type { BodyDraft } from "./assembly.js";
import type { Item } from "./content.js";
import type { Context } from "./context.js";
import type { Geom } from "./geom.js";
import { bounded, noMass, placed, sumOf, type Mass } from "./mass/mass-sum.js";
import { checkOneOrientation, orientationNames, readPlacement } from "./orientation.js";
import { compose } from "./mass/placement.js";
import { checkContent } from "./unused.js";

/** Mass of a body: from `inertial` or from its geoms, depending on the compiler's settings. */
export function massOfBody(
  context: Context,
  body: BodyDraft,
  inertials: readonly Item[],
  geoms: readonly Geom[],
): Mass {
  const { compiler, report } = context;
  for (const { element } of inertials.slice(1))
    report.error(element, "duplicate-element", `body ${quoted(body.name)} has a second <inertial>. Keep one.`);
  const explicit = inertials.length === 0 ? null : readInertial(context, inertials[0]);
  const wantsGeoms = compiler.inertiafromgeom === "true" || (compiler.inertiafromgeom === "auto" && explicit === null);
  const [first, last] = compiler.inertiagrouprange;
  const counted = wantsGeoms ? geoms.filter(({ group }) => group >= first && group <= last) : [];
  const found = counted.map(({ element, mass }) => ({ element, mass: mass() }));
  tellMissing(context, body, found);
  const weighed = sumOf(found.map(({ mass }) => mass).filter((mass) => typeof mass !== "string"));
  return bounded(weighed.mass !== 0 ? weighed : (explicit ?? noMass), compiler);
}

type Weighed = Pick<Geom, "element"> & { readonly mass: Mass | string };

/** A body that moves and should weigh something and does not is an error; else a warning will do. */
function tellMissing({ report }: Context, body: BodyDraft, geoms: readonly Weighed[]): void {
  const weighsSomething = geoms.some(({ mass }) => typeof mass !== "string" && mass.mass > 0);
  for (const { element, mass } of geoms) {
    if (typeof mass !== "string") continue;
    const what = `the mass of a geom of body ${quoted(body.name)} is missing: ${mass}.`;
    const fix = "Give the body an <inertial>, or the geom density 0 if it is only to be seen.";
    if (weighsSomething || !body.moves) report.warn(element, "missing-mass", `${what} ${fix}`);
    else report.error(element, "missing-mass", `${what} ${fix}`);
  }
}

function readInertial({ report, compiler }: Context, { element, X_body_frame }: Item): Mass {
  checkContent(report, element);
  checkOneOrientation(report, element);
  if (!element.attributes.has("pos") || !element.attributes.has("mass")) {
    const missing = element.attributes.has("pos") ? "mass" : "pos";
    report.error(element, "missing-attribute", `<inertial> has no "${missing}". Write ${missing}="…".`);
  }
  const mass = numberAttribute(report, element, "mass", 0) ?? 0;
  const full = numbersAttribute(report, element, "fullinertia", 6);
  const diagonal = numbersAttribute(report, element, "diaginertia", 3);
  if (full && diagonal) {
    const message = `<inertial> has both "diaginertia" and "fullinertia". Keep one of them.`;
    report.errorAt(element, "fullinertia", "inertia-twice", message);
  }
  if (full && ["quat", ...orientationNames].some((name) => element.attributes.has(name))) {
    const message = `<inertial> has both "fullinertia" and an orientation. Leave out the orientation: the tensor holds it.`;
    report.errorAt(element, "fullinertia", "orientation-twice", message);
  }
  const [xx, yy, zz, xy, xz, yz] = full ?? [...(diagonal ?? [0, 0, 0]), 0, 0, 0];
  const X_body_inertial = compose(X_body_frame, readPlacement(report, element, compiler));
  return placed(X_body_inertial, { mass, com: [0, 0, 0], inertia: [xx, yy, zz, xy, xz, yz] });
}
