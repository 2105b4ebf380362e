import { statesOf, type ElementStates } from "../../elements/states/element-states.js";
import { roomAt, ROOM_SHAPE, ROOM_SIZE, type RoomFields } from "../../elements/contact/room.js";
import { planSurface } from "../../elements/terrain/traced-surface.js";
import type { FrameMotion } from "../../elements/two-frame-load.js";
import { planTyre, type TyreForce, type TyrePlan } from "../../elements/tyre/plan-tyre.js";
import { stations, type DiscPlane } from "../../elements/tyre/ground/envelope.js";
import type { WheelStance } from "../../elements/tyre/stance.js";
import { tyreParts, tyreQuantities } from "../../elements/tyre/tyre-quantities.js";
import type { Num } from "../../graph/graph.js";
import type { Rec } from "../../kernel/record.js";
import { addSpatial, spatialFields, spatialFrom, type SpatialFields } from "../../spatial/inertia.js";
import { mat3, mulMatVec } from "../../spatial/mat3.js";
import { dot3, scale3, sub3, vec3, zero3, type Vec3 } from "../../spatial/vec3.js";
import type { PoseFields } from "../skeleton/records.js";
import { attach, frameMotion, motionRecords, wrenchOnNode, type Attached } from "../tree/attached-frame.js";
import type { TreeProgram } from "../tree/tree-program.js";
import type { MovingRoom, StateTargets } from "./contacts.js";
import type { BorderPlan } from "./borders.js";
import { terrainNamed } from "./terrain-named.js";
import { tableKeys } from "./table-keys.js";

type States = { readonly z: readonly Num[] };
type Numbers = { readonly n: readonly Num[] };

/** Node of the body that carries a wheel; below 0 where that is the ground, null where there is none. */
type Carrier = number | null;

interface TracedTyre {
  readonly plan: TyrePlan;
  readonly wheel: Attached;
  readonly carrier: Carrier;
  readonly states: Rec<States>;
  readonly numbers: Rec<Numbers>;
  readonly place: ElementStates;
}

function traced(tree: TreeProgram, index: number): TracedTyre {
  const { program, skeleton } = tree;
  const { model, scope } = skeleton;
  return tree.once(`tyre ${index}`, () => {
    const tyre = model.tyres[index];
    const surface = tree.once(`terrain ${tyre.terrain}`, () =>
      planSurface(terrainNamed(model, tyre.terrain, `tyre "${tyre.name}"`), scope.num),
    );
    const keyOf = tree.once("table keys", tableKeys);
    const plan = planTyre(tyre, surface, scope.num, keyOf);
    const place = tree.once("tyre states", () => statesOf(model, "tyres"))[index];
    const pose = { position: [0, 0, 0], rotation: [1, 0, 0, 0] } as const;
    return {
      plan,
      wheel: attach(tree, tyre.at),
      carrier: tyre.carrier === undefined ? null : attach(tree, { body: tyre.carrier, pose }).node,
      states: program.slice<States>(tree.z, place.start, { z: place.names.length }),
      numbers: program.constants<Numbers>({ n: plan.numbers }),
      place,
    };
  });
}

/** What a step of a tyre reads. */
function inputsOf(tree: TreeProgram, tyre: TracedTyre, index: number) {
  const { wheel, carrier, states, numbers } = tyre;
  const carried = motionRecords(tree, carrier ?? wheel.node);
  const sums = traceEnvelope(tree, tyre, index);
  return {
    ...(sums === null ? {} : { sums }),
    attachment: wheel.rec,
    ...motionRecords(tree, wheel.node),
    carrierPose: carried.pose,
    carrierVelocity: carried.velocity,
    states,
    numbers,
  };
}

type Sums = { readonly sums: readonly Num[] };

type Plane = Readonly<Record<"centre" | "forward" | "up" | "axis" | "radius", readonly Num[]>>;

/** What the stations of a tyre add up, one after the other by one step of the program; null for tyres without. */
function traceEnvelope(tree: TreeProgram, tyre: TracedTyre, index: number): Rec<Sums> | null {
  const { envelope, key } = tyre.plan;
  if (envelope === null) return null;
  return tree.shared(`envelope ${index}`, () => {
    const { program } = tree;
    const { wheel, numbers } = tyre;
    const isFixed = wheel.node < 0;
    const { plane } = program.step(
      `disc ${key} ${isFixed}`,
      { attachment: wheel.rec, ...motionRecords(tree, wheel.node), numbers },
      (x) => {
        const motion = frameMotion(x.attachment, isFixed ? null : x.pose, x.velocity);
        const { centre, forward, up, axis, radius } = envelope.plane(motion, x.numbers.n);
        const plane: Plane = { centre, forward, up, axis, radius: [radius] };
        return { plane };
      },
    );
    return stations.reduce<Rec<Sums>>(
      (sums, station) => {
        const place = program.constants<{ station: readonly Num[] }>({ station });
        return program.step(`station ${key}`, { plane, place, sums, numbers }, (x) => {
          const [area, back, up, tilt] = x.sums.sums;
          const added = envelope.add(discPlaneOf(x.plane), x.place.station, { area, back, up, tilt }, x.numbers.n);
          return { sums: { sums: [added.area, added.back, added.up, added.tilt] } };
        }).sums;
      },
      program.zeros<Sums>({ sums: 4 }),
    );
  });
}

const discPlaneOf = ({ centre, forward, up, axis, radius }: Plane): DiscPlane => ({
  centre: vec3(centre),
  forward: vec3(forward),
  up: vec3(up),
  axis: vec3(axis),
  radius: radius[0],
});

type Read = {
  readonly sums?: Sums;
  readonly attachment: { R: readonly Num[]; p: readonly Num[] };
  readonly pose: PoseFields;
  readonly velocity: SpatialFields;
  readonly carrierPose: PoseFields;
  readonly carrierVelocity: SpatialFields;
  readonly states: States;
  readonly numbers: Numbers;
};

function forceOf({ plan, wheel, carrier }: TracedTyre, x: Read): TyreForce {
  const motion = frameMotion(x.attachment, wheel.node < 0 ? null : x.pose, x.velocity);
  const [area, back, up, tilt] = x.sums?.sums ?? [];
  const sums = x.sums === undefined ? null : { area, back, up, tilt };
  return plan.at(motion, turningOf(carrier, motion, x), x.states.z, x.numbers.n, sums);
}

/** Of the carrier. A disc without one leans as it does itself, but spins relative to the ground. */
function turningOf(carrier: Carrier, { omega, R }: FrameMotion, x: Read): Vec3 {
  if (carrier === null) {
    const axis: Vec3 = [R[0][1], R[1][1], R[2][1]];
    return sub3(omega, scale3(dot3(omega, axis), axis));
  }
  return carrier < 0 ? zero3 : mulMatVec(mat3(x.carrierPose.R), vec3(x.carrierVelocity.angular));
}

function keyOf({ plan, wheel, carrier }: TracedTyre): string {
  const carried = carrier === null ? "alone" : carrier < 0 ? "on ground" : "carried";
  return `${plan.key} ${wheel.node < 0} ${carried}`;
}

/** What moves on terrains that may end at a border, as wheels. */
export const tyreBorders = (tree: TreeProgram): readonly BorderPlan[] =>
  [...tree.skeleton.model.tyres.keys()].flatMap((index) => {
    const { plan, wheel, numbers } = traced(tree, index);
    const { inside } = plan;
    return inside && wheel.node >= 0 ? [{ key: `tyre ${plan.key}`, at: wheel, numbers, inside }] : [];
  });

/** @param targets where a stepping program wants the rates of the carcasses */
export function addTyres(tree: TreeProgram, wrenches: Rec<SpatialFields>[], targets: StateTargets | null): void {
  const { program, skeleton } = tree;
  for (const index of skeleton.model.tyres.keys()) {
    const tyre = traced(tree, index);
    const { wheel, place } = tyre;
    const isFixed = wheel.node < 0;
    // A wheel welded to the ground does not move, but its carcass settles all the same.
    if (isFixed && targets === null) continue;
    const sliceOf = (rec: Rec): Rec => program.slice(rec, place.start, { z: place.names.length });
    const { on } = program.step(
      `tyre ${keyOf(tyre)} ${targets !== null}`,
      {
        ...inputsOf(tree, tyre, index),
        on: isFixed ? program.zeros<SpatialFields>({ angular: 3, linear: 3 }) : wrenches[wheel.node],
      },
      (x) => {
        const { force, torque, rates, released } = forceOf(tyre, x);
        const wrench = wrenchOnNode({ angular: torque, linear: force }, x.attachment, x.pose);
        const on = spatialFields(isFixed ? spatialFrom(x.on) : addSpatial(spatialFrom(x.on), wrench));
        return { on, ...(targets ? { rates: { z: rates }, released: { z: released } } : {}) };
      },
      targets ? { rates: sliceOf(targets.rates), released: sliceOf(targets.released) } : {},
    );
    if (!isFixed) wrenches[wheel.node] = on;
  }
}

const movingWheels = (tree: TreeProgram): readonly number[] =>
  [...tree.skeleton.model.tyres.keys()].filter((index) => traced(tree, index).wheel.node >= 0);

/** Wheels of bodies that can move, as spheres around their centres. */
export const wheelRooms = (tree: TreeProgram): readonly MovingRoom[] =>
  movingWheels(tree).map((index) => ({ index: null, isPlane: traced(tree, index).plan.grain === null }));

/** Where wheels are over the ground: rooms, one after the other, where they are wanted, and stances by the places of tyres in the model. */
export function traceWheelRooms(tree: TreeProgram, rooms: Rec | null, stances: readonly Rec<WheelStance>[]): void {
  const { program } = tree;
  movingWheels(tree).forEach((index, place) => {
    const { plan, wheel, numbers } = traced(tree, index);
    const inputs = { attachment: wheel.rec, ...motionRecords(tree, wheel.node), numbers };
    program.step(
      `wheel over ground ${plan.key} ${rooms !== null}`,
      inputs,
      (x) => {
        const motion = frameMotion(x.attachment, x.pose, x.velocity);
        const stance = plan.stance(motion, x.numbers.n);
        return rooms ? { stance, room: roomAt(plan, motion.p, motion.v, x.numbers.n[0], x.numbers.n) } : { stance };
      },
      rooms
        ? { stance: stances[index], room: program.slice<RoomFields>(rooms, ROOM_SIZE * place, ROOM_SHAPE) }
        : { stance: stances[index] },
    );
  });
}

/** The numbers of a tyre, in the order of `tyreParts`. */
export const TYRE_SHAPE = { value: tyreParts.length } as const;

/** What a tyre does, written to `out` if given. */
export function traceTyre(tree: TreeProgram, index: number, out: Rec | null = null): Rec<{ value: readonly Num[] }> {
  return tree.shared(`tyre ${index} ${out?.id ?? ""}`, () => {
    const tyre = traced(tree, index);
    return tree.program.step(
      `tyre shown ${keyOf(tyre)}`,
      inputsOf(tree, tyre, index),
      (x) => {
        const force = forceOf(tyre, x);
        return { out: { value: tyreParts.map((part) => tyreQuantities[part].of(force)) } };
      },
      out ? { out } : {},
    ).out;
  });
}
