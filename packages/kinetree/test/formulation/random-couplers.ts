import { followCouplers } from "../../src/state/coupler-state.js";
import { buildModel } from "../../src/model/builder/build-model.js";
import { coordinateRelations } from "../../src/model/constraints/coordinate-relation.js";
import { evaluateReal, parameterDefaults } from "../../src/model/evaluate-real.js";
import { speedKinds, type SpeedKind } from "../../src/model/speed-kinds.js";
import type { Constraint, CoordinateRef, Model, Real } from "../../src/model/types.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { dice } from "../support/dice.js";
import { mechanism, type Mechanism } from "../support/mechanisms.js";
import { solve } from "../support/numbers.js";

/** Random trees with random couplers: gears, racks, cams of third order, chains of them, coordinates that are held. */
export function coupledMechanism(seed: number, sample: number): Mechanism {
  const free = mechanism(seed, sample, { maxBodies: 10 });
  const d = dice(seed + 10, sample, true);
  const plain = free.model.joints.flatMap(({ name, kind, coordinates }): CoordinateRef[] =>
    kind === "spherical" || kind === "free" ? [] : coordinates.map((_, coordinate) => ({ joint: name, coordinate })),
  );
  const order = plain.map((ref) => ({ ref, key: d.next() })).sort((a, b) => a.key - b.key);
  const constraints: Constraint[] = [];
  // What drives comes earlier in a random order, so there are chains but no circles.
  order.forEach(({ ref }, i) => {
    if (i === 0 || !d.chance(0.5)) return;
    const driving = d.chance(0.15) ? null : order[d.integer(i)].ref;
    const degree = d.integer(4);
    const polynomial = Array.from({ length: degree + 1 }, () => renamed(d.real(d.between(-0.7, 0.7))));
    constraints.push(constraintOf(free.model, `coupler${i}`, ref, driving, polynomial));
  });
  const parameters = d.parameters.map((each) => ({ ...each, name: `c${each.name}` }));
  const model = buildModel({
    ...free.model,
    parameters: [...free.model.parameters, ...parameters],
    constraints,
  });
  return { ...free, model, state: followCouplers(model, free.state) };
}

/** A linear relation by the name of the part that has it, where there is such a part. */
function constraintOf(
  { joints }: Model,
  name: string,
  driven: CoordinateRef,
  driving: CoordinateRef | null,
  polynomial: readonly Real[],
): Constraint {
  const kindOf = ({ joint, coordinate }: CoordinateRef): SpeedKind | undefined =>
    joints.flatMap((each) => (each.name === joint ? [speedKinds(each)[coordinate]] : []))[0];
  if (driving !== null && polynomial.length === 2 && kindOf(driving) === "rotation") {
    const [offset, factor] = polynomial;
    if (kindOf(driven) === "rotation") return { kind: "gear", name, driven, driving, ratio: factor, offset };
    return { kind: "rack-and-pinion", name, rack: driven, pinion: driving, radius: factor, offset };
  }
  return { kind: "coupler", name, driven, driving, polynomial };
}

/** Parameters of the couplers, called apart from those of the tree. */
function renamed<T>(real: T): T {
  if (typeof real !== "object" || real === null) return real;
  if ("parameter" in real) return { parameter: `c${String(real.parameter)}` } as T;
  return { ...real, args: (real as unknown as { args: readonly unknown[] }).args.map(renamed) } as T;
}

/** One row for each coupler: J v = 0 and J v̇ = c. */
export interface Rows {
  readonly J: readonly (readonly number[])[];
  readonly c: readonly number[];
}

/** From each polynomial by itself, power by power; chains are for the solve to find. */
export function couplerRows(model: Model, { state: { q, v }, nv }: Mechanism): Rows {
  const values = parameterDefaults(model);
  const { tree } = buildTopology(model);
  const place = ({ joint, coordinate }: CoordinateRef): { q: number; v: number } => {
    const found = tree.find((each) => model.joints[each.joint].name === joint);
    if (!found) throw new Error(joint);
    return { q: found.qStart + coordinate, v: found.vStart + coordinate };
  };
  const c: number[] = [];
  const J = coordinateRelations(model.constraints).map(({ driven, driving, polynomial }) => {
    const row = new Array<number>(nv).fill(0);
    row[place(driven).v] = 1;
    let bias = 0;
    if (driving) {
      const from = place(driving);
      polynomial.forEach((real, k) => {
        const a = evaluateReal(real, values);
        if (k >= 1) row[from.v] -= a * k * Math.pow(q[from.q], k - 1);
        if (k >= 2) bias += a * k * (k - 1) * Math.pow(q[from.q], k - 2) * v[from.v] ** 2;
      });
    }
    c.push(bias);
    return row;
  });
  return { J, c };
}

/** v̇ and forces by Lagrange's multipliers: M v̇ − Jᵀ λ = −r, J v̇ = c, all at once. */
export function byMultipliers(M: readonly (readonly number[])[], r: readonly number[], { J, c }: Rows): number[] {
  const n = r.length;
  const m = J.length;
  const rows = [
    ...M.map((row, i) => [...row, ...J.map((constraint) => -constraint[i])]),
    ...J.map((row) => [...row, ...new Array<number>(m).fill(0)]),
  ];
  return solve(rows, [...r.map((x) => -x), ...c]).slice(0, n);
}
