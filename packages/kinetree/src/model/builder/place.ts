import type { DataPath, ErrorFacts } from "../../errors/kinetree-error.js";
import { suggestName } from "../../errors/nearest-name.js";
import { modelDefaults } from "../defaults.js";
import { pose, type PoseLike } from "../pose.js";
import type { Attachment, BodyDescription, Pose } from "../types.js";
import { GROUND } from "../types.js";
import { issue } from "../check.js";
import type { Part } from "../part.js";

/**
 * A frame on a body, in the way that is at hand: the body's name (its own frame), "body/frame" (a named frame), or the
 * body and a pose in it.
 */
export type Place<BodyName extends string, FrameName extends string> =
  BodyName | FrameName | { readonly body: BodyName; readonly at: PoseLike } | Attachment;

/** Turns the places of one thing into attachments once all bodies are known, and keeps the mistakes. */
export interface Resolver {
  /** Of the thing, in the model. */
  readonly path: DataPath;
  readonly attachment: (part: Part, place: Place<string, string>) => Attachment;
  /** The pose of a joint frame on a body that the joint names itself. */
  readonly poseOn: (part: Part, body: string, place: PoseLike | string | undefined) => Pose;
  /** Where a node of a modal body lies in it. */
  readonly nodePose: (part: Part, body: string, node: string) => Pose;
  readonly report: (found: ErrorFacts) => void;
}

/** The resolver for the thing at a path, for each of them. */
export function resolvers(
  bodies: readonly BodyDescription[],
  report: (found: ErrorFacts) => void,
): (path: DataPath) => Resolver {
  const known = new Map<string, Attachment>([[GROUND, { body: GROUND, pose: modelDefaults.pose }]]);
  for (const { name, frames } of bodies) {
    known.set(name, { body: name, pose: modelDefaults.pose });
    for (const frame of frames) known.set(`${name}/${frame.name}`, { body: name, pose: frame.pose });
  }
  const unknownFrame = (part: Part, frame: string): void =>
    report(issue("unknown-frame", part, frame, `which is unknown. ${suggestName(frame, known.keys())}`));
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
  return (path) => ({
    path,
    report,
    nodePose: (part, body, node) => {
      const nodes = nodesOf(body);
      const found = nodes.get(node);
      if (found !== undefined) return found;
      const fix = nodes.size > 0 ? suggestName(node, nodes.keys()) : `Say where it is by "at": "${body}" has no nodes.`;
      report(issue("unknown-node", part, node, `which is unknown. ${fix}`));
      return somewhereOn(body); // one mistake, told once
    },
    attachment: (part, place) => {
      if (typeof place !== "string") return "at" in place ? { body: place.body, pose: pose(place.at) } : place;
      const found = known.get(place);
      if (found) return found;
      // An unknown body is left for the check of the whole model, which knows how to say so.
      const slash = place.lastIndexOf("/");
      const body = slash < 0 ? place : place.slice(0, slash);
      if (known.has(body)) unknownFrame(part, place);
      return { body, pose: modelDefaults.pose };
    },
    poseOn: (part, body, place) => {
      if (place === undefined) return modelDefaults.pose;
      if (typeof place !== "string") return pose(place);
      const found = known.get(place);
      if (!found) unknownFrame(part, place);
      else if (found.body !== body) {
        const rest = `a frame of "${found.body}", must be one of "${body}". Use a frame of "${body}", or connect "${found.body}".`;
        report(issue("frame-of-other-body", part, place, rest));
      }
      return found?.pose ?? modelDefaults.pose;
    },
  });
}
