import { planContact, type ContactPlan } from "../../elements/contact/plan-contact.js";
import { planSurface } from "../../elements/terrain/traced-surface.js";
import type { Num } from "../../graph/graph.js";
import type { Rec } from "../../kernel/record.js";
import { addSpatial, spatialFields, spatialFrom, type SpatialFields } from "../../spatial/inertia.js";
import { attach, frameMotion, motionRecords, wrenchOnNode, type Attached } from "../tree/attached-frame.js";
import { roomAt, ROOM_SHAPE, ROOM_SIZE, type RoomFields } from "../../elements/contact/room.js";
import { statesOf, type ElementStates } from "../../elements/states/element-states.js";
import type { BorderPlan } from "./borders.js";
import type { TreeProgram } from "../tree/tree-program.js";
import { terrainNamed } from "./terrain-named.js";

/** Targets of a stepping program for z: internal states of elements and angles of cut joints, one entry per state. */
export interface StateTargets {
  readonly rates: Rec;
  /** The states to keep at the end of a step. */
  readonly released: Rec;
}

type States = { readonly z: readonly Num[] };
type Numbers = { readonly n: readonly Num[] };

interface TracedContact {
  readonly plan: ContactPlan;
  readonly at: Attached;
  readonly states: Rec<States>;
  readonly numbers: Rec<Numbers>;
  readonly place: ElementStates;
}

function traced(tree: TreeProgram, index: number): TracedContact {
  const { program, skeleton } = tree;
  const { model, scope } = skeleton;
  return tree.once(`contact ${index}`, () => {
    const contact = model.contacts[index];
    // Contacts with one terrain share its tables.
    const surface = tree.once(`terrain ${contact.terrain}`, () =>
      planSurface(terrainNamed(model, contact.terrain, `contact "${contact.name}"`), scope.num),
    );
    const plan = planContact(contact, surface, scope.num);
    const place = tree.once("contact states", () => statesOf(model, "contacts"))[index];
    return {
      plan,
      at: attach(tree, contact.at),
      states: program.slice<States>(tree.z, place.start, { z: place.names.length }),
      numbers: program.constants<Numbers>({ n: plan.numbers }),
      place,
    };
  });
}

/** Room of the contacts that move, one after the other in `out`. */
export function traceRooms(tree: TreeProgram, out: Rec): void {
  const { program } = tree;
  movingContacts(tree).forEach((index, place) => {
    const { plan, at, numbers } = traced(tree, index);
    const inputs = { attachment: at.rec, ...motionRecords(tree, at.node), numbers };
    program.step(
      `room ${plan.key}`,
      inputs,
      (x) => {
        const { p, v } = frameMotion(x.attachment, x.pose, x.velocity);
        return { out: roomAt(plan, p, v, x.numbers.n[0], x.numbers.n) };
      },
      { out: program.slice<RoomFields>(out, ROOM_SIZE * place, ROOM_SHAPE) },
    );
  });
}

/** A contact or a wheel of a body that can move. */
export interface MovingRoom {
  /** Place of the contact in the model; null for a wheel. */
  readonly index: number | null;
  readonly isPlane: boolean;
}

export const movingRooms = (tree: TreeProgram): readonly MovingRoom[] =>
  movingContacts(tree).map((index) => ({ index, isPlane: traced(tree, index).plan.grain === null }));

/** What moves on terrains that may end at a border, as contacts. */
export const contactBorders = (tree: TreeProgram): readonly BorderPlan[] =>
  movingContacts(tree).flatMap((index) => {
    const { plan, at, numbers } = traced(tree, index);
    return plan.inside ? [{ key: `contact ${plan.key}`, at, numbers, inside: plan.inside }] : [];
  });

const movingContacts = (tree: TreeProgram): readonly number[] =>
  [...tree.skeleton.model.contacts.keys()].filter((index) => traced(tree, index).at.node >= 0);

export function addContacts(tree: TreeProgram, wrenches: Rec<SpatialFields>[], targets: StateTargets | null): void {
  const { program, skeleton } = tree;
  for (const index of skeleton.model.contacts.keys()) {
    const { plan, at, states, numbers, place } = traced(tree, index);
    const remembers = targets !== null && place.names.length > 0;
    const isFixed = at.node < 0;
    // A body welded to the ground does not move, but its contact states evolve all the same.
    if (isFixed && !remembers) continue;
    const inputs = {
      attachment: at.rec,
      ...motionRecords(tree, at.node),
      states,
      numbers,
      on: isFixed ? program.zeros<SpatialFields>({ angular: 3, linear: 3 }) : wrenches[at.node],
    };
    const sliceOf = (rec: Rec): Rec => program.slice(rec, place.start, { z: place.names.length });
    const { on } = program.step(
      `contact ${plan.key} ${remembers} ${isFixed}`,
      inputs,
      (x) => {
        const centre = frameMotion(x.attachment, isFixed ? null : x.pose, x.velocity);
        const { force, torque, rates, released } = plan.at(centre, x.states.z, x.numbers.n);
        const wrench = wrenchOnNode({ angular: torque, linear: force }, x.attachment, x.pose);
        const on = spatialFields(isFixed ? spatialFrom(x.on) : addSpatial(spatialFrom(x.on), wrench));
        return { on, ...(remembers ? { rates: { z: rates }, released: { z: released } } : {}) };
      },
      remembers ? { rates: sliceOf(targets.rates), released: sliceOf(targets.released) } : {},
    );
    if (!isFixed) wrenches[at.node] = on;
  }
}

/** Measured quantities of a contact: see `ContactForce`. */
export type ContactFields = {
  readonly normal: readonly Num[];
  readonly force: readonly Num[];
  readonly depth: readonly Num[];
  readonly touching: readonly Num[];
  readonly clearance: readonly Num[];
};

export const CONTACT_SHAPE = { normal: 1, force: 3, depth: 1, touching: 1, clearance: 1 } as const;

export const CONTACT_SIZE = Object.values(CONTACT_SHAPE).reduce((sum, count) => sum + count, 0);

/** Force and depth of a contact, written to `out` if given. */
export function traceContact(tree: TreeProgram, index: number, out: Rec | null = null): Rec<ContactFields> {
  return tree.shared(`contact ${index} ${out?.id ?? ""}`, () => {
    const { plan, at, states, numbers } = traced(tree, index);
    const { program } = tree;
    const isFixed = at.node < 0;
    const inputs = { attachment: at.rec, ...motionRecords(tree, at.node), states, numbers };
    return program.step(
      `contact shown ${plan.key} ${isFixed}`,
      inputs,
      (x) => {
        const centre = frameMotion(x.attachment, isFixed ? null : x.pose, x.velocity);
        const { normal, force, depth, touching, clearance } = plan.at(centre, x.states.z, x.numbers.n);
        return {
          out: {
            normal: [normal],
            force: [...force],
            depth: [depth],
            touching: [touching],
            clearance: [clearance],
          },
        };
      },
      out ? { out } : {},
    ).out;
  });
}
