import { KinetreeError, RequestError, type Model, type State } from "kinetree";
import { createModes, equilibrium, type Mode, type Modes } from "kinetree/analysis";
import type { Start } from "../experiment/types.js";
import type { Poser } from "./poser.js";
import type { FoundModes, HeldJoints, ModeInfo, Posed } from "./protocol.js";
import { stateOf } from "./start-state.js";

type Parameters = Readonly<Record<string, number>>;

export interface KeptModes {
  readonly found: FoundModes;
  /** In the order of `found`. */
  readonly modes: readonly Mode[];
  readonly state: State;
  readonly pinned: readonly string[];
}

/** Speeds up to which modes are looked for: time goes with the third power of their number. */
const MOST_SPEEDS = 400;

export function findModes(poser: Poser, from: Start, held: HeldJoints | null, parameters: Parameters): KeptModes {
  const { model, topology } = poser;
  const { nv } = topology.counts;
  if (nv > MOST_SPEEDS)
    throw new RequestError({
      code: "too-many-modes",
      subject: `model "${model.name}"`,
      value: nv,
      message: `model "${model.name}" has ${nv} speeds; the studio computes modes for at most ${MOST_SPEEDS}. Use fewer bodies, or \`modes\` of the library.`,
    });
  const given = stateOf(model, topology, from);
  const rest: State = { t: given.t, q: given.q, v: new Float64Array(nv) };
  if (held !== null) return modesWith(poser, rest, held, parameters);
  try {
    return modesWith(poser, rest, "none", parameters);
  } catch (error) {
    if (!(error instanceof KinetreeError) || !isFlexible(model)) throw error;
    try {
      return modesWith(poser, rest, "joints", parameters);
    } catch (second) {
      // Reports the error of the free mechanism, which says more than that with locked joints.
      throw second instanceof KinetreeError ? error : second;
    }
  }
}

export function settleFrom(poser: Poser, from: Start, parameters: Parameters): Posed {
  const { model, topology } = poser;
  const { t, q } = stateOf(model, topology, from);
  const { point } = equilibrium(model, { t, q }, { parameters });
  return poser.show({ t, q: point.q, v: new Float64Array(topology.counts.nv) }, parameters);
}

const isFlexible = ({ bodies }: Model): boolean => bodies.some(({ flexible }) => flexible !== undefined);

function modesWith(poser: Poser, rest: State, held: HeldJoints, parameters: Parameters): KeptModes {
  const { model } = poser;
  const pinned = held === "none" ? [] : jointsToHold(poser);
  // With joints held, flexible bodies bend under their loads, and swing about that.
  const q = held === "none" ? rest.q : equilibrium(model, rest, { pinned, parameters }).point.q;
  const state: State = { ...rest, q };
  const all = createModes(model, { pinned, parameters })(state);
  const modes = listed(all);
  return {
    modes,
    state,
    pinned,
    found: {
      modes: modes.map((mode) => modeInfo(poser, mode, all)),
      about: poser.show(state, parameters),
      held,
      warnings: all.warnings,
    },
  };
}

/** Joints of the tree that move, without amplitudes of flexible bodies and driven joints. */
function jointsToHold({ model, topology }: Poser): readonly string[] {
  const driven = new Set(
    model.constraints.flatMap((each) => {
      if (each.kind === "coupler" || each.kind === "gear") return [each.driven.joint];
      return each.kind === "rack-and-pinion" ? [each.rack.joint] : [];
    }),
  );
  return topology.tree.flatMap(({ joint, nv }) => {
    const { name, kind } = model.joints[joint];
    return nv === 0 || kind === "flexible" || driven.has(name) ? [] : [name];
  });
}

/** Damping makes two modes of one that nothing resists; they are taken as they are without it. */
function listed({ undamped, damped, damping }: Modes): readonly Mode[] {
  const isDamped = damping.data.some((value) => value !== 0);
  if (!isDamped) return undamped;
  return [...undamped.filter(({ isRigid }) => isRigid), ...damped.filter(({ isRigid }) => !isRigid)];
}

/** A mode swings if its damping leaves more than this of a swing. */
const LEAST_SWING = 1e-9;

function modeInfo(poser: Poser, mode: Mode, all: Modes): ModeInfo {
  const { eigenvalue, frequency, dampingRatio, isRigid, isUnstable } = mode;
  const swings = eigenvalue.im > LEAST_SWING * Math.abs(eigenvalue.re) && !isRigid;
  return {
    frequency,
    dampingRatio,
    period: swings ? (2 * Math.PI) / eigenvalue.im : null,
    isRigid,
    isUnstable,
    joints: mostMoved(poser, mode, all),
  };
}

/** Share of the greatest part below which a joint goes unnamed. */
const LEAST_PART = 0.1;
const MOST_NAMED = 3;

/** Joints by the kinetic energy of their own speeds. */
function mostMoved({ model, topology }: Poser, { shape }: Mode, { mass }: Modes): readonly string[] {
  const parts = topology.tree.map(({ joint, vStart, nv }) => {
    let energy = 0;
    for (let i = vStart; i < vStart + nv; i++) energy += shape[i] ** 2 * Math.max(0, mass.data[i * mass.cols + i]);
    return { name: model.joints[joint].name, energy };
  });
  const most = parts.reduce((top, { energy }) => Math.max(top, energy), 0);
  return parts
    .filter(({ energy }) => energy > 0 && energy >= LEAST_PART * most)
    .sort((a, b) => b.energy - a.energy)
    .slice(0, MOST_NAMED)
    .map(({ name }) => name);
}
