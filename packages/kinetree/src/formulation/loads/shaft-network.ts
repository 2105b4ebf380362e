import type { ElementTorques, ShaftElementPlan } from "../../elements/shafts/element-plan.js";
import { natureOf, planShaftElement } from "../../elements/shafts/plan-shaft-element.js";
import { reducedShafts } from "../../elements/shafts/shaft-states.js";
import { statesOf, type ElementStates } from "../../elements/states/element-states.js";
import type { Num } from "../../graph/graph.js";
import { add, mul, sub } from "../../graph/num.js";
import { commandOf, portsOf, shaftElementDefinitions } from "../../model/shaft-elements.js";
import { isShaft } from "../../model/shaft.js";
import type { ShaftElement } from "../../model/types.js";
import type { TreeProgram } from "../tree/tree-program.js";
import { tableKeys } from "./table-keys.js";

/* Shafts and what acts between them, as functions of plain numbers: which records these come from is not asked here. */

/** The end of an element: a shaft, or the port of that number among those of joints. */
type End = { readonly shaft: number } | { readonly joint: number };

/** A speed of a joint that elements act on. */
export interface JointEnd {
  readonly joint: string;
  readonly coordinate: number;
  readonly reaction: "parent" | "none";
}

interface PlannedElement {
  readonly plan: ShaftElementPlan;
  readonly place: ElementStates;
  readonly isBar: boolean;
  readonly ends: readonly End[];
  /** First of its numbers, and of its torques. */
  readonly numbersAt: number;
  readonly torquesAt: number;
  /** Its place among the elements that are commanded, or −1. */
  readonly command: number;
}

/** Shafts of a model as structure and numbers. */
export interface ShaftNetwork {
  /** Distinguishes structures. */
  readonly key: string;
  /** Places of the states in z, all in one piece. */
  readonly states: { readonly start: number; readonly count: number };
  /** Speeds by independent ones; accelerations of these by torques; inertias and drags: row by row. */
  readonly speeds: readonly Num[];
  readonly accelerations: readonly Num[];
  readonly inertias: readonly Num[];
  readonly drags: readonly Num[];
  readonly numbers: readonly Num[];
  /** Elements that take commands, by their places in the model. */
  readonly commanded: readonly number[];
  readonly jointEnds: readonly JointEnd[];
  /** Shafts that are carried by a body. */
  readonly mounted: readonly number[];
  readonly elements: readonly PlannedElement[];
  readonly independent: readonly { readonly shaft: number; readonly place: ElementStates }[];
  readonly shaftCount: number;
  readonly torqueCount: number;
  /** First of the torques of each element of the model, −1 for rigid ones. */
  readonly torquesOf: readonly number[];
}

/** The network of a model; null without shafts and elements. */
export const shaftNetwork = (tree: TreeProgram): ShaftNetwork | null =>
  tree.once("shaft network", () => makeNetwork(tree));

function makeNetwork(tree: TreeProgram): ShaftNetwork | null {
  const { model, scope } = tree.skeleton;
  const { shafts, shaftElements } = model;
  if (shafts.length + shaftElements.length === 0) return null;
  const keyOf = tree.once("table keys", tableKeys);
  const reduced = reducedShafts(model, scope.num);
  const shaftStates = statesOf(model, "shafts");
  const elementStates = statesOf(model, "shaftElements");
  const places = [...shaftStates, ...elementStates];
  const jointEnds: JointEnd[] = [];
  const commanded: number[] = [];
  const elements: PlannedElement[] = [];
  const torquesOf: number[] = [];
  let [numbersAt, torquesAt] = [0, 0];
  const numbers: Num[] = [];
  for (const [index, element] of shaftElements.entries()) {
    const plan = planShaftElement(element, { num: scope.num, keyOf });
    torquesOf.push(plan ? torquesAt : -1);
    if (!plan) continue;
    const ends = portsOf(element).map((port): End => {
      if (isShaft(port)) return { shaft: shafts.findIndex(({ name }) => name === port.shaft) };
      return { joint: jointEnds.push(port) - 1 };
    });
    const takes = shaftElementDefinitions[element.kind].uncommanded !== null;
    const command = takes ? commanded.push(index) - 1 : -1;
    const isBar = natureOf(element) === "bar";
    elements.push({ plan, place: elementStates[index], isBar, ends, numbersAt, torquesAt, command });
    numbers.push(...plan.numbers);
    numbersAt += plan.numbers.length;
    torquesAt += ends.length;
  }
  const mounted = [...shafts.keys()].filter((s) => shafts[s].mount !== undefined);
  const structure = elements.map(({ plan, ends, isBar }) => [plan.key, ends, isBar]);
  return {
    key: JSON.stringify([shafts.length, reduced.independent, mounted, jointEnds.map((end) => end.reaction), structure]),
    states: {
      start: places[0].start,
      count: places.reduce((sum, { names }) => sum + names.length, 0),
    },
    speeds: reduced.speeds.flat(),
    accelerations: reduced.accelerations.flat(),
    inertias: shafts.map(({ inertia }) => scope.num(inertia)),
    drags: shafts.map(({ damping = 0 }) => scope.num(damping)),
    numbers,
    commanded,
    jointEnds,
    mounted,
    elements,
    independent: reduced.independent.map((shaft) => ({ shaft, place: shaftStates[shaft] })),
    shaftCount: shafts.length,
    torqueCount: torquesAt,
    torquesOf,
  };
}

/** The command of an element where no actuator gives one: a function of time, or the number of its kind. */
export function ownCommand(element: ShaftElement, isActuated: boolean): ReturnType<typeof commandOf> {
  const own = commandOf(element);
  if (own !== null) return own;
  return { kind: "constant", value: isActuated ? 0 : (shaftElementDefinitions[element.kind].uncommanded ?? 0) };
}

/** What the network is computed from. */
export interface NetworkMotion {
  /** All of its states. */
  readonly z: readonly Num[];
  /** Numbers of the network, as its constants have them. */
  readonly speeds: readonly Num[];
  readonly accelerations: readonly Num[];
  readonly inertias: readonly Num[];
  readonly drags: readonly Num[];
  readonly numbers: readonly Num[];
  readonly commands: readonly Num[];
  /** Speeds of the ends at joints, and of the mounts about the axes of their shafts. */
  readonly jointSpeeds: readonly Num[];
  readonly mountSpeeds: readonly Num[];
}

export interface NetworkTorques {
  /** Of all shafts. */
  readonly shaftSpeeds: readonly Num[];
  readonly shaftAngles: readonly Num[];
  readonly shaftTorques: readonly Num[];
  readonly shaftAccelerations: readonly Num[];
  /** Of all elements, end by end. */
  readonly torques: readonly Num[];
  /** On the ends at joints. */
  readonly jointTorques: readonly Num[];
  /** On the mounts, about the axes of their shafts. */
  readonly mountTorques: readonly Num[];
  /** Rates of all states. */
  readonly rates: readonly Num[];
}

/** Rows of a matrix times a vector. */
const times = (matrix: readonly Num[], x: readonly Num[], rows: number): readonly Num[] =>
  Array.from({ length: rows }, (_, i) =>
    x.reduce<Num>((sum, value, j) => add(sum, mul(matrix[i * x.length + j], value)), 0),
  );

/** Accelerations of all shafts under torques on them. */
const accelerationsOf = (
  { independent, shaftCount }: ShaftNetwork,
  { speeds, accelerations }: NetworkMotion,
  torques: readonly Num[],
): readonly Num[] => times(speeds, times(accelerations, torques, independent.length), shaftCount);

/** Torques and rates of a network at one state. */
export function networkTorques(network: ShaftNetwork, motion: NetworkMotion): NetworkTorques {
  const { elements, independent, mounted, shaftCount, states } = network;
  const at = ({ start }: ElementStates, k: number): Num => motion.z[start - states.start + k];
  const shaftSpeeds = times(
    motion.speeds,
    independent.map(({ place }) => at(place, 1)),
    shaftCount,
  );
  const shaftTorques = shaftSpeeds.map((speed, s) => sub(0, mul(motion.drags[s], speed)));
  /** What acts on a shaft from elsewhere than its housing. */
  const fromElsewhere = shaftSpeeds.map((): Num => 0);
  const jointTorques = motion.jointSpeeds.map((): Num => 0);
  const torques = Array.from({ length: network.torqueCount }, (): Num => 0);
  const rates = motion.z.map((): Num => 0);
  const mountSpeed = (s: number): Num => motion.mountSpeeds[mounted.indexOf(s)] ?? 0;
  const act = (element: PlannedElement, carried: Num): void => {
    const { plan, place, ends, isBar, numbersAt, torquesAt, command } = element;
    const found: ElementTorques = plan.at({
      // Bars turn with their ends in space; what is bolted to a housing sees speeds against it.
      speeds: ends.map((end) => {
        if ("joint" in end) return motion.jointSpeeds[end.joint];
        return isBar ? add(shaftSpeeds[end.shaft], mountSpeed(end.shaft)) : shaftSpeeds[end.shaft];
      }),
      command: command < 0 ? 0 : motion.commands[command],
      carried,
      states: place.names.map((_, k) => at(place, k)),
      numbers: motion.numbers.slice(numbersAt, numbersAt + plan.numbers.length),
    });
    ends.forEach((end, i) => {
      const torque = (torques[torquesAt + i] = found.torques[i]);
      if ("joint" in end) jointTorques[end.joint] = add(jointTorques[end.joint], torque);
      else {
        shaftTorques[end.shaft] = add(shaftTorques[end.shaft], torque);
        if (isBar) fromElsewhere[end.shaft] = add(fromElsewhere[end.shaft], torque);
      }
    });
    found.rates.forEach((rate, k) => (rates[place.start - states.start + k] = rate));
  };
  for (const element of elements) if (!element.plan.needsCarried) act(element, 0);
  const asking = elements.filter(({ plan }) => plan.needsCarried);
  if (asking.length > 0) {
    const before = accelerationsOf(network, motion, shaftTorques);
    // What accelerates a shaft and does not act on it by an element comes from its gears.
    const geared = before.map((acceleration, s) => sub(mul(motion.inertias[s], acceleration), shaftTorques[s]));
    for (const element of asking) {
      const own = element.ends.map((end) => ("shaft" in end ? geared[end.shaft] : 0));
      act(element, own.reduce<Num>(add, 0));
    }
  }
  const accelerations = times(motion.accelerations, shaftTorques, independent.length);
  independent.forEach(({ place }, k) => {
    rates[place.start - states.start] = at(place, 1);
    rates[place.start - states.start + 1] = accelerations[k];
  });
  const shaftAccelerations = times(motion.speeds, accelerations, shaftCount);
  return {
    shaftSpeeds,
    shaftAngles: times(
      motion.speeds,
      independent.map(({ place }) => at(place, 0)),
      shaftCount,
    ),
    shaftTorques,
    shaftAccelerations,
    torques,
    jointTorques,
    // The housing bears what the rotor does not keep: what comes from elsewhere, less what accelerates the rotor.
    mountTorques: mounted.map((s) => sub(fromElsewhere[s], mul(motion.inertias[s], shaftAccelerations[s]))),
    rates,
  };
}

/** Kinetic energy of the rotors, and energy stored in elements. */
export function networkEnergies(
  { elements, states }: ShaftNetwork,
  { z, inertias, numbers }: Pick<NetworkMotion, "z" | "inertias" | "numbers">,
  shaftSpeeds: readonly Num[],
): { readonly kinetic: Num; readonly stored: Num } {
  const kinetic = shaftSpeeds.reduce<Num>(
    (sum, speed, s) => add(sum, mul(mul(0.5, inertias[s]), mul(speed, speed))),
    0,
  );
  const stored = elements.reduce<Num>((sum, { plan, place, numbersAt }) => {
    const first = place.start - states.start;
    const own = numbers.slice(numbersAt, numbersAt + plan.numbers.length);
    return add(sum, plan.energy(z.slice(first, first + place.names.length), own));
  }, 0);
  return { kinetic, stored };
}
