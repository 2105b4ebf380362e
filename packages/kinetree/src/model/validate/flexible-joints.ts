import { modelDefaults } from "../defaults.js";
import { modeCount } from "../flexible.js";
import { GROUND, type Body, type Flexible, type Joint, type NumberTriple } from "../types.js";
import { issue, type Check } from "../check.js";
import { coordinateAt, frameOnParent, jointAt } from "./joints.js";
import { nearestNode, NODE_SLACK, sizeOf } from "./modal-nodes.js";
import { propertyOf, type Part } from "../part.js";

type FlexibleJoint = Extract<Joint, { readonly kind: "flexible" }>;

/** Along the beam, relative to its length. */
const END_SLACK = 1e-9;

/**
 * Joints to stations: from a flexible body to a body without mass that nothing else carries in this way. `broken`: flexible
 * bodies about which something else has been said, from which nothing follows.
 */
export function checkFlexibleJoints(
  check: Check,
  bodies: readonly Body[],
  joints: readonly Joint[],
  broken: ReadonlySet<string>,
): void {
  const named = new Map(bodies.map((body) => [body.name, body]));
  const carriers = new Map<string, string>();
  const owners = new Set<string>();
  for (const [i, joint] of joints.entries()) {
    if (joint.kind !== "flexible") continue;
    const part = jointAt(i, joint);
    const isFirst = !owners.has(joint.parent);
    owners.add(joint.parent);
    checkStation(check, part, joint, named.get(joint.child), carriers);
    checkCoordinates(check, part, joint);
    if (joint.role === "loop") {
      const rest = `must be "auto" or "tree": a station is carried by its flexible body. Close the loop with another joint.`;
      check.report(issue("flexible-role", propertyOf(part, "role"), joint.role, rest));
    }
    const parent = named.get(joint.parent);
    if (parent?.flexible === undefined) reportRigid(check, part, joint, parent);
    else if (!broken.has(joint.parent)) {
      checkModes(check, part, joint, isFirst ? modeCount(parent.flexible) : 0, isFirst);
      checkPlace(check, part, joint, parent.flexible);
    }
  }
  for (const [i, { name, flexible }] of bodies.entries())
    if (flexible !== undefined && !owners.has(name)) {
      const message =
        `body "${name}": it bends, but no joint of kind "flexible" leads from it to a station, so nothing has its modal ` +
        `amplitudes. Add one to a massless body; beam, modalBody and station of the builder do.`;
      const path = ["bodies", i, "flexible"];
      check.report({
        code: "flexible-without-station",
        subject: `body "${name}"`,
        value: flexible.kind,
        path,
        message,
      });
    }
}

function reportRigid(check: Check, part: Part, { parent }: FlexibleJoint, body: Body | undefined): void {
  if (body === undefined && parent !== GROUND) return; // an unknown body has been told of
  const rest = "which is rigid, must be a flexible body. Use a weld, or say how the body bends.";
  check.report(issue("station-parent", propertyOf(part, "parent"), parent, rest));
}

function checkStation(
  check: Check,
  part: Part,
  { name, child }: FlexibleJoint,
  body: Body | undefined,
  carriers: Map<string, string>,
): void {
  const carried = propertyOf(part, "child");
  const wrong = (rest: string): void => check.report(issue("station-child", carried, child, rest));
  if (child === GROUND) wrong("which cannot move with a body. Lead to a massless body, and weld that to the ground.");
  if (body === undefined) return;
  if (body.flexible !== undefined)
    wrong("which bends itself, must be a massless body. Put one between the two, and weld the other to it.");
  else if (!body.massless)
    wrong("which has mass, must be a massless body: a station is a place. Weld the body to a station.");
  const other = carriers.get(child);
  if (other === undefined) carriers.set(child, name);
  else {
    const rest = `which joint "${other}" leads to already. Give each place a station of its own.`;
    check.report(issue("station-shared", carried, child, rest));
  }
}

function checkModes(check: Check, part: Part, joint: FlexibleJoint, wanted: number, isFirst: boolean): void {
  if (joint.modes === wanted) return;
  const why = isFirst
    ? `the number of modes of "${joint.parent}", whose first flexible joint this is`
    : `since the first flexible joint of "${joint.parent}" has the modes`;
  const rest = `must be ${wanted}, ${why}. Leave it out.`;
  check.report(issue("mode-count", propertyOf(part, "modes"), joint.modes, rest));
}

function checkPlace(check: Check, part: Part, { X_parent_joint: { position } }: FlexibleJoint, body: Flexible): void {
  const place = propertyOf(frameOnParent(part), "position");
  const wrong = (rest: string): void => check.report(issue("station-place", place, position, rest));
  if (!isPlain(position)) {
    // What is no number at all has been told with the pose.
    if (Array.isArray(position) && position.some((real) => typeof real === "object" && real !== null))
      wrong("must be plain numbers: shapes are taken there before parameters have values. Write the numbers.");
    return;
  }
  if (body.kind === "beam") {
    const [x] = position;
    if (!(x > 0 && x <= body.length * (1 + END_SLACK)))
      wrong(
        `must be on the beam: x above 0 and up to its length ${body.length}. Choose x there; what is held at x = 0 is held by the body frame itself.`,
      );
    return;
  }
  const found = nearestNode(body.nodes, position);
  if (found === null || found.distance <= NODE_SLACK * sizeOf(body.nodes)) return;
  const { node, distance } = found;
  wrong(
    `where the body has no node. The nearest is "${node.name}" at [${node.position.join(", ")}], ${distance} m away: use that place, or add a node.`,
  );
}

const isPlain = (position: unknown): position is NumberTriple =>
  Array.isArray(position) &&
  position.length === 3 &&
  position.every((real) => typeof real === "number" && Number.isFinite(real));

/** Springs, stops and friction of single amplitudes mean nothing; the body has its own stiffness. */
function checkCoordinates(check: Check, part: Part, { coordinates, modes }: FlexibleJoint): void {
  const { damping: _damping, frictionSpeed: _speed, ...others } = modelDefaults.coordinate;
  for (const [i, properties] of coordinates.entries())
    for (const property of Object.keys(others) as (keyof typeof others)[]) {
      if ((properties[property] ?? null) === others[property]) continue;
      const rest =
        "which modal amplitudes cannot have: they take damping only. Change the stiffness of the body instead.";
      const given = propertyOf(coordinateAt(part, modes, i), property);
      check.report(issue("flexible-coordinate", given, properties[property], rest));
    }
}
