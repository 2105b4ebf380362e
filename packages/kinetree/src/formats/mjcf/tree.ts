import { quoted } from "../format-error.js";
import { numberAttribute } from "../xml/values.js";
import type { XmlElement } from "../xml/xml.js";
import type { Assembly, BodyDraft } from "./assembly.js";
import { flag, text } from "./attributes.js";
import { massOfBody } from "./body-mass.js";
import { itemsOf, type CopyBudget, type Item } from "./content.js";
import type { Context } from "./context.js";
import { readGeom, spanOf, type Geom } from "./geom.js";
import { connectBody, type Base } from "./connect-body.js";
import { checkOneOrientation, readPlacement } from "./orientation.js";
import { compose, nowhere, type Placement } from "./mass/placement.js";
import { checkContent } from "./unused.js";
import { WORLD } from "./names.js";

/** Elements of a body that have no counterpart, and why. */
const whyNot: Readonly<Record<string, string>> = {
  camera: "cameras are not part of a mechanism.",
  light: "lights are not part of a mechanism.",
  plugin: "plugins of MuJoCo are not supported.",
  composite: "its bodies are left out. Write them out, or save the compiled model with MuJoCo and read that.",
  flexcomp: "deformable bodies are not supported; its bodies are left out.",
  attach: "its bodies are left out. Save the compiled model with MuJoCo and read that.",
};

interface Tree {
  readonly context: Context;
  readonly assembly: Assembly;
  readonly budget: CopyBudget;
  readonly base: Base;
}

/** All bodies, joints, geoms and sites below `worldbody`. Geoms and sites of the world go to a body of that name, fixed to the ground. */
export function readTree(context: Context, assembly: Assembly, sections: readonly XmlElement[], base: Base): void {
  const tree: Tree = { context, assembly, budget: { copies: 0 }, base };
  let collisions = 0;
  for (const section of sections) {
    checkContent(context.report, section);
    const childclass = context.defaults.childclass(section, null);
    const item = { element: section, X_body_frame: nowhere, childclass, suffix: "" };
    collisions += readContent(tree, assembly.ground, item, nowhere);
  }
  if (collisions > 0 && sections.length > 0) {
    const message = `${collisions} geoms may collide in MuJoCo. Their shapes are kept, but cause no contact forces. Add terrains and contacts to the model, or set contype and conaffinity to 0 where none are wanted.`;
    context.report.warn(sections[0], "no-contact", message, collisions);
  }
}

/** Reads the content of a body or of the world. Returns how many geoms below may collide. */
function readContent(tree: Tree, body: BodyDraft, around: Item, X_parent_body: Placement): number {
  const { context, assembly } = tree;
  const { report } = context;
  const items = itemsOf(context, tree.budget, around);
  const of = (...kinds: readonly string[]): readonly Item[] =>
    items.filter(({ element }) => kinds.includes(element.name));
  for (const { element } of items)
    if (!["body", "geom", "site", "joint", "freejoint", "inertial"].includes(element.name))
      report.unsupported(element, whyNot[element.name] ?? `it is unknown inside <${around.element.name}>.`);

  const isWorld = body === assembly.ground;
  const geoms = of("geom").map((item) => geomOf(tree, item));
  const sites = of("site");
  let holder = body;
  if (isWorld) {
    if (geoms.some(({ shape }) => shape !== null) || sites.length > 0) holder = worldHolder(assembly);
    for (const { element } of of("joint", "freejoint", "inertial")) {
      const message = `<${element.name}> is directly in <worldbody>, which does not move. Put it into a <body>.`;
      report.error(element, "misplaced-element", message);
    }
  } else {
    const isFreed = tree.base === "free" && body.parent === assembly.ground;
    body.moves ||= isFreed || of("joint", "freejoint").length > 0;
    body.mass = massOfBody(context, body, of("inertial"), geoms);
    connectBody(context, assembly, body, of("joint", "freejoint"), X_parent_body, tree.base);
  }
  for (const { shape } of geoms) if (shape !== null) holder.shapes.push(shape);
  for (const item of sites) addSite(tree, body, holder, item);
  let collisions = geoms.filter(({ collides }) => collides).length;
  for (const item of of("body")) collisions += readBody(tree, body, item);
  return collisions;
}

function readBody(tree: Tree, parent: BodyDraft, item: Item): number {
  const { context, assembly } = tree;
  const { report } = context;
  const { element } = item;
  checkContent(report, element);
  checkOneOrientation(report, element);
  const number = assembly.counts.body++;
  const given = text(element, "name");
  const fileName = given === null ? null : `${given}${item.suffix}`;
  if (fileName === WORLD) {
    const message = `a body is called "${WORLD}", which is the name of <worldbody>. Rename it.`;
    report.errorAt(element, "name", "duplicate-name", message, fileName);
  }
  const name =
    fileName === null ? assembly.bodyNames.invent(`body${number}`) : assembly.bodyNames.claimBody(element, fileName);
  const X_parent_body = compose(item.X_body_frame, readPlacement(report, element, context.compiler));
  const body = assembly.addBody(name, element, parent, X_parent_body);
  body.gravcomp = numberAttribute(report, element, "gravcomp", 0) ?? 0;
  assembly.bodyOf.set(fileName ?? name, body);
  if (flag(report, element, "mocap", false)) {
    const message = `"mocap" of body ${quoted(name)} is not used: the body is fixed. Give it a joint and prescribe its motion.`;
    report.warnAt(element, "mocap", "unsupported-attribute", message, "true");
  }
  const childclass = context.defaults.childclass(element, item.childclass);
  return readContent(tree, body, { element, X_body_frame: nowhere, childclass, suffix: item.suffix }, X_parent_body);
}

/** The body for geoms and sites of the world; the ground itself can have none. */
function worldHolder(assembly: Assembly): BodyDraft {
  const known = assembly.bodies.find(({ name, element }) => name === WORLD && element === null);
  if (known !== undefined) return known;
  const body = assembly.addBody(assembly.bodyNames.invent(WORLD), null, assembly.ground, nowhere);
  assembly.addWeld(body, assembly.ground, nowhere, "auto");
  return body;
}

function geomOf({ context, assembly }: Tree, item: Item): Geom {
  checkContent(context.report, item.element);
  checkOneOrientation(context.report, item.element);
  const element = context.defaults.complete(item.element, item.childclass);
  const name = assembly.geomNames.of(element, `geom${assembly.counts.geom++}`, item.suffix);
  return readGeom(context, element, item.X_body_frame, name);
}

function addSite({ context, assembly }: Tree, body: BodyDraft, holder: BodyDraft, item: Item): void {
  const { report, compiler } = context;
  checkContent(report, item.element);
  checkOneOrientation(report, item.element);
  const element = context.defaults.complete(item.element, item.childclass);
  const name = assembly.siteNames.of(element, `site${assembly.counts.site++}`, item.suffix);
  const X_frame_site = spanOf(context, element)?.placement ?? readPlacement(report, element, compiler);
  const pose = compose(item.X_body_frame, X_frame_site);
  holder.frames.push({ name, pose });
  assembly.siteOf.set(name, { body, X_body: pose });
}
