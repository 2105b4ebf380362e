import { RequestError } from "../../errors/kinetree-error.js";
import { suggestName } from "../../errors/nearest-name.js";
import { buildModel } from "../../model/builder/build-model.js";
import { modelDefaults } from "../../model/defaults.js";
import { identityPose } from "../../model/pose.js";
import { realDiv } from "../../model/real-arithmetic.js";
import type { Body, Joint, Model } from "../../model/types.js";

/** A body in welded parts, and the joints that each part takes. */
export interface BodyDivision {
  readonly body: string;
  /** Names of joints on the body, part by part; joints not named stay on the first part, as do loads, frames and shapes. */
  readonly shares: readonly (readonly string[])[];
}

/** Name of a part; the first keeps that of the body, so that whatever refers to the body still finds it. */
const partName = (body: string, part: number): string => (part === 0 ? body : `${body}:part${part + 1}`);

/** The weld that holds a part, not the first, to the one before it. */
export const partWeld = (body: string, part: number): string => `${partName(body, part)}:weld`;

/**
 * The same mechanism with some bodies divided. All parts of a body have its frame and its mass centre, and equal shares of mass
 * and inertia: together they are the body, and each alone is one that could exist. Wachlin (2018), section 5.1.3: where many
 * joints on one body fill the matrix of the joints, a divided body makes it banded.
 */
export function divideBodies(model: Model, divisions: readonly BodyDivision[]): Model {
  return divisions.reduce(divideBody, model);
}

function divideBody(model: Model, { body: name, shares }: BodyDivision): Model {
  const index = model.bodies.findIndex((body) => body.name === name);
  if (index < 0) throw unknownBody(model, name);
  const partOf = new Map<string, number>();
  shares.forEach((joints, part) => {
    for (const joint of joints) {
      const found = model.joints.find((each) => each.name === joint);
      if (!found || (found.parent !== name && found.child !== name)) throw notOnBody(model, name, joint);
      if (partOf.has(joint)) throw sharedTwice(name, joint);
      partOf.set(joint, part);
    }
  });
  const count = shares.length;
  if (count < 2) return model;
  const body = model.bodies[index];
  const parts = shares.map((_, part): Body => ({
    ...body,
    name: partName(name, part),
    mass: realDiv(body.mass, count),
    inertia: body.inertia.map((entry) => realDiv(entry, count)) as unknown as Body["inertia"],
    frames: part === 0 ? body.frames : [],
    shapes: part === 0 ? body.shapes : [],
  }));
  const welds = shares.slice(1).map((_, k): Joint => ({
    kind: "weld",
    name: partWeld(name, k + 1),
    parent: partName(name, k),
    child: partName(name, k + 1),
    X_parent_joint: identityPose,
    X_child_joint: identityPose,
    coordinates: [],
    role: modelDefaults.role,
  }));
  // A weld comes before the joints of its part, so that an order that was good as given stays so.
  const joints: Joint[] = [];
  let placed = 0;
  for (const joint of model.joints) {
    const part = partOf.get(joint.name) ?? 0;
    while (placed < part) joints.push(welds[placed++]);
    const on = (end: string): string => (end === name ? partName(name, part) : end);
    joints.push({ ...joint, parent: on(joint.parent), child: on(joint.child) });
  }
  return buildModel(
    {
      ...model,
      bodies: [...model.bodies.slice(0, index), ...parts, ...model.bodies.slice(index + 1)],
      joints: [...joints, ...welds.slice(placed)],
    },
    // The model has passed these checks before.
    { unphysicalInertia: "warn", onWarning: () => {} },
  );
}

const unknownBody = (model: Model, name: string): RequestError =>
  new RequestError({
    code: "unknown-body",
    subject: `model "${model.name}"`,
    value: name,
    message: `model "${model.name}": body "${name}" is unknown. ${suggestName(
      name,
      model.bodies.map((body) => body.name),
    )}`,
  });

const notOnBody = (model: Model, body: string, joint: string): RequestError =>
  new RequestError({
    code: "joint-not-on-body",
    subject: `body "${body}"`,
    value: joint,
    message: `body "${body}" of model "${model.name}": joint "${joint}" is not on it, so no part can take it. ${suggestName(
      joint,
      model.joints.filter(({ parent, child }) => parent === body || child === body).map(({ name }) => name),
    )}`,
  });

const sharedTwice = (body: string, joint: string): RequestError =>
  new RequestError({
    code: "joint-shared-twice",
    subject: `body "${body}"`,
    value: joint,
    message: `body "${body}": joint "${joint}" is given to two parts. Give it to one.`,
  });
