import {
  beamResultants,
  stressNumbers,
  stressOf,
  type BeamResultants,
} from "../../elements/flexible/beam-resultants.js";
import { planFlexible } from "../../elements/flexible/plan-flexible.js";
import type { FlexiblePlan } from "../../elements/flexible/flexible-plan.js";
import { RequestError } from "../../errors/kinetree-error.js";
import { unknownName } from "../../errors/unknown-name.js";
import type { Num } from "../../graph/graph.js";
import { add, mul, sum } from "../../graph/num.js";
import type { Rec } from "../../kernel/record.js";
import type { Beam } from "../../model/flexible.js";
import type { Model } from "../../model/types.js";
import {
  flexiblePlaces,
  stationsOf,
  type FlexiblePlace,
  type Station,
} from "../../formulation/flexible/flexible-stations.js";
import type { TreeProgram } from "../../formulation/tree/tree-program.js";

/* Quantities of a flexible body that follow from its amplitudes alone. */

/** Displacement and rotation vector of a station, in the frame of its flexible body. */
type DeflectionFields = { readonly displacement: readonly Num[]; readonly rotation: readonly Num[] };

/** Axial force, shear forces, torque, bending moments about y and z, and greatest normal stress of a beam section. */
type SectionFields = { readonly values: readonly Num[] };

export const DEFLECTION_SIZE = 6;
export const SECTION_SIZE = 7;

/** A section of a beam, at a distance from its clamped end [m]. */
export interface SectionPlace {
  readonly body: number;
  readonly at: number;
}

type Amplitudes = { readonly eta: readonly Num[] };

const placeOf = (tree: TreeProgram, body: number): FlexiblePlace => {
  const { model, topology } = tree.skeleton;
  const all = tree.once("flexible places", () => flexiblePlaces(model, topology));
  return all.find((place) => place.body === body) as FlexiblePlace;
};

const planOf = (tree: TreeProgram, { body, flexible }: FlexiblePlace): FlexiblePlan =>
  tree.once(`observed flexible body ${body}`, () => planFlexible(flexible, tree.skeleton.scope.num));

const amplitudesOf = ({ program, q }: TreeProgram, place: FlexiblePlace): Rec<Amplitudes> =>
  program.slice<Amplitudes>(q, place.q, { eta: place.modes });

/** u = Φ η + ½ ηᵀ H η and Ψ η of a station, by its number among all stations; written to `out` if given. */
export function traceDeflection(tree: TreeProgram, station: number, out: Rec | null = null): Rec<DeflectionFields> {
  return tree.shared(`deflection ${station} ${out?.id ?? ""}`, () => {
    const { program, skeleton } = tree;
    const { body, position }: Station = stationsOf(skeleton.model)[station];
    const place = placeOf(tree, body);
    const { shapes, slopes, shortening } = planOf(tree, place).station(position);
    type Shape = Record<"shapes" | "slopes" | "shortening", readonly Num[]>;
    const shape = program.constants<Shape>({ shapes, slopes, shortening });
    return program.step(
      "deflection",
      { amplitudes: amplitudesOf(tree, place), shape },
      ({ amplitudes: { eta }, shape }) => {
        const m = eta.length;
        const along = (rows: readonly Num[], axis: number): Num => sum(eta.map((x, j) => mul(rows[3 * j + axis], x)));
        const shortened = (axis: number): Num =>
          sum(eta.flatMap((a, i) => eta.map((b, j) => mul(shape.shortening[3 * (i * m + j) + axis], mul(a, b)))));
        return {
          out: {
            displacement: [0, 1, 2].map((axis) => add(along(shape.shapes, axis), mul(0.5, shortened(axis)))),
            rotation: [0, 1, 2].map((axis) => along(shape.slopes, axis)),
          },
        };
      },
      out ? { out } : {},
    ).out as unknown as Rec<DeflectionFields>;
  });
}

/** Section loads; written to `out` if given. */
export function traceSection(
  tree: TreeProgram,
  { body, at }: SectionPlace,
  out: Rec | null = null,
): Rec<SectionFields> {
  return tree.shared(`section ${body} ${at} ${out?.id ?? ""}`, () => {
    const { program, skeleton } = tree;
    const place = placeOf(tree, body);
    const beam = place.flexible as Beam;
    const { kind } = beam.section;
    const { num } = skeleton.scope;
    const rows = program.constants<{ readonly [K in keyof BeamResultants]: readonly Num[] }>({
      ...beamResultants(beam, num, at),
    });
    const { area, momentY, momentZ, fibreY, fibreZ } = stressNumbers(beam.section, num);
    const section = program.constants<{ x: readonly Num[] }>({ x: [area, momentY, momentZ, fibreY, fibreZ] });
    return program.step(
      `section ${kind}`,
      { amplitudes: amplitudesOf(tree, place), rows, section },
      ({ amplitudes: { eta }, rows, section: { x } }) => {
        const along = (row: readonly Num[]): Num => sum(eta.map((amplitude, j) => mul(row[j], amplitude)));
        const [n, my, mz] = [along(rows.axial), along(rows.momentY), along(rows.momentZ)];
        const numbers = { area: x[0], momentY: x[1], momentZ: x[2], fibreY: x[3], fibreZ: x[4] };
        const stress = stressOf(kind, numbers, n, my, mz);
        return { out: { values: [n, along(rows.shearY), along(rows.shearZ), along(rows.torque), my, mz, stress] } };
      },
      out ? { out } : {},
    ).out as unknown as Rec<SectionFields>;
  });
}

/** Index of the beam of that name; refuses other bodies, and places that are not on it. */
export function requireSection({ bodies }: Model, name: string, at: number): number {
  const body = bodies.findIndex((each) => each.name === name);
  const beam = bodies[body]?.flexible;
  if (beam?.kind !== "beam") {
    const known = bodies.flatMap((each) => (each.flexible?.kind === "beam" ? [each.name] : []));
    throw unknownName("beam", name, known);
  }
  if (at >= 0 && at <= beam.length) return body;
  const message = `beam "${name}" has no section at ${at} m: it is ${beam.length} m long. Give a distance from its clamped end, 0 to ${beam.length} m.`;
  throw new RequestError({ code: "section-range", subject: `beam "${name}"`, value: at, message });
}

/** ½ ηᵀ K η of all flexible bodies. */
export function traceElasticEnergy(tree: TreeProgram, out: Rec): void {
  const { program, skeleton } = tree;
  let total = program.zeros<{ energy: readonly Num[] }>({ energy: 1 });
  for (const place of flexiblePlaces(skeleton.model, skeleton.topology)) {
    const { modes } = place;
    const { stiffness } = planOf(tree, place);
    const K = Array.from({ length: modes * modes }, (_, k) =>
      sum(stiffness.map(({ scale, matrix }) => mul(scale, matrix[k]))),
    );
    total = program.step(
      "elastic energy",
      { total, amplitudes: amplitudesOf(tree, place), stiffness: program.constants<{ K: readonly Num[] }>({ K }) },
      ({ total, amplitudes: { eta }, stiffness }) => {
        const terms = eta.flatMap((a, i) => eta.map((b, j) => mul(stiffness.K[i * modes + j], mul(a, b))));
        return { total: { energy: [add(total.energy[0], mul(0.5, sum(terms)))] } };
      },
    ).total as unknown as typeof total;
  }
  program.step("elastic energies", { total }, ({ total }) => ({ out: { energy: total.energy } }), { out });
}
