import type { ErrorFacts } from "../../errors/kinetree-error.js";
import { suggestName } from "../../errors/nearest-name.js";
import { modelDefaults } from "../defaults.js";
import { pose, type PoseLike } from "../pose.js";
import type { Attachment, BodyDescription, Pose } from "../types.js";
import { GROUND } from "../types.js";
import { issue } from "../check.js";

/**
 * A frame on a body, in the way that is at hand: the body's name (its own frame), "body/frame" (a named frame), or the
 * body and a pose in it.
 */
export type Place<BodyName extends string, FrameName extends string> =
  BodyName | FrameName | { readonly body: BodyName; readonly at: PoseLike } | Attachment;

/** Turns places into attachments once all bodies are known, and keeps the mistakes. */
export interface Resolver {
  readonly attachment: (subject: string, what: string, place: Place<string, string>) => Attachment;
  /** The pose of a joint frame on a body that the joint names itself. */
  readonly poseOn: (subject: string, what: string, body: string, place: PoseLike | string | undefined) => Pose;
  /** Where a node of a modal body lies in it. */
  readonly nodePose: (subject: string, body: string, node: string) => Pose;
  readonly report: (found: ErrorFacts) => void;
}

export function resolver(bodies: readonly BodyDescription[], report: (found: ErrorFacts) => void): Resolver {
  const known = new Map<string, Attachment>([[GROUND, { body: GROUND, pose: modelDefaults.pose }]]);
  for (const { name, frames } of bodies) {
    known.set(name, { body: name, pose: modelDefaults.pose });
    for (const frame of frames) known.set(`${name}/${frame.name}`, { body: name, pose: frame.pose });
  }
  const unknownFrame = (subject: string, what: string, path: string): void =>
    report(issue("unknown-frame", subject, what, path, `which is unknown. ${suggestName(path, known.keys())}`));
  const nodesOf = (body: string): ReadonlyMap<string, Pose> => {
    const flexible = bodies.find(({ name }) => name === body)?.flexible;
    const nodes = flexible?.kind === "modal" ? flexible.nodes : [];
    return new Map(nodes.map(({ name, position }) => [name, pose(position)]));
  };
  const somewhereOn = (body: string): Pose => {
    const flexible = bodies.find(({ name }) => name === body)?.flexible;
    if (flexible?.kind === "beam") return pose([flexible.length, 0, 0]);
    return [...nodesOf(body).values()].at(0) ?? modelDefaults.pose;
  };
  return {
    report,
    nodePose: (subject, body, node) => {
      const nodes = nodesOf(body);
      const found = nodes.get(node);
      if (found !== undefined) return found;
      const fix = nodes.size > 0 ? suggestName(node, nodes.keys()) : `Say where it is by "at": "${body}" has no nodes.`;
      report(issue("unknown-node", subject, "node", node, `which is unknown. ${fix}`));
      return somewhereOn(body); // one mistake, told once
    },
    attachment: (subject, what, place) => {
      if (typeof place !== "string") return "at" in place ? { body: place.body, pose: pose(place.at) } : place;
      const found = known.get(place);
      if (found) return found;
      // An unknown body is left for the check of the whole model, which knows how to say so.
      const slash = place.lastIndexOf("/");
      const body = slash < 0 ? place : place.slice(0, slash);
      if (known.has(body)) unknownFrame(subject, what, place);
      return { body, pose: modelDefaults.pose };
    },
    poseOn: (subject, what, body, place) => {
      if (place === undefined) return modelDefaults.pose;
      if (typeof place !== "string") return pose(place);
      const found = known.get(place);
      if (!found) unknownFrame(subject, what, place);
      else if (found.body !== body) {
        const rest = `a frame of "${found.body}", must be one of "${body}". Use a frame of "${body}", or connect "${found.body}".`;
        report(issue("frame-of-other-body", subject, what, place, rest));
      }
      return found?.pose ?? modelDefaults.pose;
    },
  };
}
