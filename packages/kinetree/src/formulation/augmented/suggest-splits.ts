import type { Model } from "../../model/types.js";
import { costOfLinks } from "./cost.js";
import { reverseCuthillMcKee } from "./cuthill-mckee.js";
import { jointGraph, linksOf, type ModelLink } from "./joint-graph.js";
import { readAugmentedOptions, type AugmentedOptions } from "./options.js";
import { divideBodies, partWeld, type BodyDivision } from "./split.js";

/** A body that is worth dividing, and what that saves. */
export interface BodySplit extends BodyDivision {
  readonly parts: number;
  /** Predicted cost of one evaluation of the whole model, with the splits before it already made. */
  readonly costBefore: number;
  readonly costAfter: number;
}

/** Fewer joints than this on a body make a matrix too small for a weld of six rows to pay. */
const LEAST_JOINTS = 4;

const MOST_PARTS = 32;

/** A gain below this part of the cost is within the error of the prediction. */
const LEAST_GAIN = 0.05;

/**
 * Bodies that are better divided, by the predicted cost of the formulation "augmented": those with most joints first, each with the number of
 * parts, and the way to share out its joints, that costs least. Only a solver that uses the bandwidth gains by it.
 */
export function suggestSplits(model: Model, given: Partial<AugmentedOptions> = {}): readonly BodySplit[] {
  const options = readAugmentedOptions(given);
  let links = linksOf(model);
  let bodies = model.bodies.length;
  let cost = costOfLinks(links, bodies, options).total;
  const on = (body: number): readonly number[] =>
    links.flatMap((link, k) => (link.isJoint && link.bodies.includes(body) ? [k] : []));
  const hubs = model.bodies
    .map(({ name }, body) => ({ name, body, count: on(body).length }))
    .filter(({ count }) => count >= LEAST_JOINTS)
    .sort((a, b) => b.count - a.count || a.body - b.body);
  const found: BodySplit[] = [];
  for (const { name, body } of hubs) {
    const members = on(body);
    let best: { total: number; divided: readonly ModelLink[]; shares: readonly (readonly number[])[] } | null = null;
    for (const sequence of sequencesOf(links, body, members)) {
      for (let parts = 2; parts <= Math.min(members.length, MOST_PARTS); parts++) {
        const shares = shareOut(links, sequence, parts);
        const divided = divideLinks(links, name, body, bodies, shares);
        const { total } = costOfLinks(divided, bodies + parts - 1, options);
        if (!best || total < best.total) best = { total, divided, shares };
      }
    }
    if (!best || best.total > (1 - LEAST_GAIN) * cost) continue;
    const parts = best.shares.length;
    const shares = best.shares.map((share) => share.map((link) => links[link].name));
    found.push({ body: name, parts, shares, costBefore: cost, costAfter: best.total });
    ({ divided: links, total: cost } = best);
    bodies += parts - 1;
  }
  return found;
}

/** The model with the given bodies divided, or those that `suggestSplits` names. */
export const splitBodies = (model: Model, splits: readonly BodyDivision[] = suggestSplits(model)): Model =>
  divideBodies(model, splits);

/** Joints of a body in the orders in which neighbours may go to one part: as given, and as the rest of the mechanism ties them. */
function sequencesOf(
  links: readonly ModelLink[],
  body: number,
  members: readonly number[],
): readonly (readonly number[])[] {
  const without = links.map(({ bodies }) => ({ bodies: bodies.filter((each) => each !== body) }));
  const isMember = new Set(members);
  const tied = reverseCuthillMcKee(jointGraph(without)).filter((link) => isMember.has(link));
  return tied.every((link, k) => link === members[k]) ? [members] : [members, tied];
}

/** Runs of joints with nearly equal numbers of rows, none of them empty. */
function shareOut(
  links: readonly ModelLink[],
  sequence: readonly number[],
  parts: number,
): readonly (readonly number[])[] {
  const all = sequence.reduce((sum, link) => sum + links[link].rows, 0);
  const shares: number[][] = Array.from({ length: parts }, () => []);
  let before = 0;
  let part = 0;
  sequence.forEach((link, k) => {
    const { rows } = links[link];
    const isFull = shares[part].length > 0 && before + rows / 2 > (all * (part + 1)) / parts;
    const isDue = sequence.length - k <= parts - 1 - part; // each part to come needs one
    if (part < parts - 1 && shares[part].length > 0 && (isFull || isDue)) part++;
    shares[part].push(link);
    before += rows;
  });
  return shares;
}

/** As `divideBodies` does it, on joints alone. Parts beyond the first are numbered from `next` on. */
function divideLinks(
  links: readonly ModelLink[],
  name: string,
  body: number,
  next: number,
  shares: readonly (readonly number[])[],
): readonly ModelLink[] {
  const numberOf = (part: number): number => (part === 0 ? body : next + part - 1);
  const partOf = new Map(shares.flatMap((share, part) => share.map((link) => [link, part] as const)));
  const divided: ModelLink[] = [];
  let placed = 0;
  const weldUpTo = (part: number): void => {
    for (; placed < part; placed++)
      divided.push({
        name: partWeld(name, placed + 1),
        isJoint: true,
        rows: 6,
        bodies: [numberOf(placed), numberOf(placed + 1)],
      });
  };
  links.forEach((link, k) => {
    const part = partOf.get(k) ?? 0;
    weldUpTo(part);
    divided.push({ ...link, bodies: link.bodies.map((each) => (each === body ? numberOf(part) : each)) });
  });
  weldUpTo(shares.length - 1);
  return divided;
}
