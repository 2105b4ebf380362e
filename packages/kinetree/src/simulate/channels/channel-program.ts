import { Graph, type Expr, type Num } from "../../graph/graph.js";
import { substitute } from "../../graph/lower.js";
import { add, div } from "../../graph/num.js";
import { Tenant, type Instance } from "../../kernel/instance.js";
import type { Room } from "../../kernel/room.js";
import { link } from "../../kernel/link.js";
import type { Fields, Rec } from "../../kernel/record.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import { traceBodyAccelerations, traceBodyMotions } from "../../formulation/recursions/body-motion.js";
import { TOTALS, traceTotals } from "../../evaluate/energy.js";
import { traceJointLoads } from "../../evaluate/evaluator-algorithms.js";
import { CONTACT_SHAPE, CONTACT_SIZE, traceContact } from "../../formulation/loads/contacts.js";
import { TYRE_SHAPE, traceTyre } from "../../formulation/loads/tyres.js";
import { traceShaftView } from "../../formulation/loads/shaft-view.js";
import {
  DEFLECTION_SIZE,
  SECTION_SIZE,
  traceDeflection,
  traceElasticEnergy,
  traceSection,
} from "../../evaluate/probes/flexible-observables.js";
import { buildSkeleton } from "../../formulation/skeleton/skeleton.js";
import { TreeProgram } from "../../formulation/tree/tree-program.js";
import type { ChannelSource } from "./channel-catalogue.js";
import {
  placeOf,
  startsOf,
  totalsEntry,
  type ChannelNeeds,
  type ComputedSource,
  type LookUp,
  type Starts,
  type TraceExpression,
} from "./channel-layout.js";

/** Channels compiled apart from the kernels of a run, so that recording cannot change how it steps: `load`, `run`, then `value`. */
export class ChannelProgram {
  readonly #tenant: Tenant;
  readonly #places: Readonly<Record<"t" | "q" | "v" | "z" | "tau" | "u" | "vdot" | "out" | "lambda", number>>;
  /** Multipliers that joint loads are computed from; 0 for trees. */
  readonly lambdaCount: number;
  readonly #starts: Starts;
  readonly #needs: ChannelNeeds;

  /** @param room the memory of the run, which has its size when the program is first used */
  constructor(model: Model, topology: Topology, needs: ChannelNeeds, room: Room) {
    this.#needs = needs;
    const { tree, vdot, out, starts, lambda } = trace(model, topology, needs);
    this.#tenant = new Tenant(room, (base) => link(tree.program, undefined, base));
    this.#starts = starts;
    const { t, q, v, z, tau, u } = tree;
    this.#places = this.#tenant.placesOf({ t, q, v, z, tau, u, vdot, out, lambda });
    this.lambdaCount = lambda?.layout.size ?? 0;
  }

  get #instance(): Instance {
    return this.#tenant.instance;
  }

  setParameters(values: ArrayLike<number>): void {
    for (let i = 0; i < values.length; i++) this.#instance.setParameter(i, values[i]);
    this.#instance.prologue();
  }

  setTime(t: number): void {
    const at = this.#places.t;
    this.#instance.f64[at] = this.#instance.f64[at + 1] = t;
  }

  /** Copies numbers with stride 2 from the memory of a lane. */
  load(
    what: "q" | "v" | "z" | "tau" | "u" | "vdot" | "lambda",
    from: Float64Array,
    first: number,
    count: number,
  ): void {
    const to = this.#places[what];
    const { f64 } = this.#instance;
    for (let i = 0; i < count; i++) f64[to + 2 * i] = f64[to + 2 * i + 1] = from[first + 2 * i];
  }

  run(part: "channels" | "totals"): void {
    const instance = this.#instance;
    if (part === "totals" || this.#needs.totals) instance.run("totals");
    if (part === "channels") {
      instance.run("channels");
      if (this.#needs.expressions.length > 0) instance.run("expressions");
    }
  }

  value(place: number): number {
    // + 0: turns -0, whose sign means nothing here, into 0.
    return this.#instance.f64[place] + 0;
  }

  /** Copies the numbers at `places` to columns of a row, counted from `start`. */
  copy(places: Int32Array, row: Float64Array, columns: Int32Array, start: number): void {
    const { f64 } = this.#instance;
    for (let i = 0; i < places.length; i++) row[start + columns[i]] = f64[places[i]] + 0;
  }

  at(source: ComputedSource): number {
    return this.#places.out + 2 * placeOf(this.#starts, this.#needs, source);
  }

  atExpression(index: number): number {
    return this.#places.out + 2 * (this.#starts.expressions + index);
  }
}

function trace(model: Model, topology: Topology, needs: ChannelNeeds) {
  // Welds carry loads too, so they stay joints where loads are requested.
  const tree = new TreeProgram(buildSkeleton(model, topology, { keepWelds: needs.loads }));
  const { program } = tree;
  const starts = startsOf(model, needs);
  const {
    motions,
    accelerations,
    contacts,
    tyres,
    shafts,
    deflections,
    sections,
    elastic,
    totals,
    loads,
    expressions,
  } = starts;
  const vdot = program.state({ vdot: tree.skeleton.nv });
  const out = program.state({ value: starts.end });
  const part = (start: number, end: number): Rec => program.slice(out, start, { value: end - start });

  traceTotals(tree.begin("totals"), program.slice(out, totals, TOTALS));
  tree.begin("channels");
  if (needs.motions.length > 0) traceBodyMotions(tree, part(motions, accelerations), needs.motions, needs.motionParts);
  if (needs.accelerations.length > 0)
    traceBodyAccelerations(tree, vdot, part(accelerations, contacts), needs.accelerations);
  needs.contacts.forEach((contact, i) =>
    traceContact(tree, contact, program.slice(out, contacts + CONTACT_SIZE * i, CONTACT_SHAPE)),
  );
  needs.tyres.forEach((tyre, i) => traceTyre(tree, tyre, program.slice(out, tyres + TYRE_SHAPE.value * i, TYRE_SHAPE)));
  if (needs.shafts) traceShaftView(tree, part(shafts, deflections));
  needs.deflections.forEach((station, i) =>
    traceDeflection(tree, station, part(deflections + DEFLECTION_SIZE * i, deflections + DEFLECTION_SIZE * (i + 1))),
  );
  needs.sections.forEach((place, i) =>
    traceSection(tree, place, part(sections + SECTION_SIZE * i, sections + SECTION_SIZE * (i + 1))),
  );
  if (needs.elastic) traceElasticEnergy(tree, part(elastic, totals));
  const { lambda = null } = needs.loads ? traceJointLoads(tree, vdot, part(loads, expressions)) : {};
  tree.begin("expressions");
  needs.expressions.forEach((of, index) => {
    if (needs.isWanted(index)) traceExpression(tree, vdot, out, starts, needs, of, index);
  });
  return { tree, vdot, out, starts, lambda };
}

/** Traces one expression as a step, which reads results of earlier entry points. */
function traceExpression(
  tree: TreeProgram,
  vdot: Rec,
  out: Rec,
  starts: Starts,
  needs: ChannelNeeds,
  of: TraceExpression,
  index: number,
): void {
  const { program } = tree;
  const looks = new ExpressionLooks(tree, vdot, out, starts, needs);
  const value = of(looks);
  const read = looks.inputs();
  const inputs = Object.fromEntries(read.map(({ rec }, i) => [`x${i}`, rec])) as Record<string, Rec<Fields>>;
  program.step(
    `expression ${index}`,
    inputs,
    (given) => {
      const images: Num[] = [];
      read.forEach(({ input }, i) => (images[input.input] = Object.values(given[`x${i}`])[0][0]));
      return { value: { value: substitute([value], images) } };
    },
    { value: program.slice(out, starts.expressions + index, { value: 1 }) },
  );
}

/** The inputs of an expression, as placeholders for records until its step is traced. */
class ExpressionLooks implements LookUp {
  readonly #tree: TreeProgram;
  readonly #vdot: Rec;
  readonly #out: Rec;
  readonly #starts: Starts;
  readonly #needs: ChannelNeeds;
  readonly #scratch = new Graph();
  readonly #seen = new Map<string, ExpressionInput>();
  readonly #made = new Map<number, Num>();

  constructor(tree: TreeProgram, vdot: Rec, out: Rec, starts: Starts, needs: ChannelNeeds) {
    this.#tree = tree;
    this.#vdot = vdot;
    this.#out = out;
    this.#starts = starts;
    this.#needs = needs;
  }

  /** Records that were read, with their placeholders; the time if there are none, since a step needs an input. */
  inputs(): readonly ExpressionInput[] {
    const seen = [...this.#seen.values()];
    return seen.length > 0 ? seen : [{ rec: this.#tree.t, input: this.#scratch.input() }];
  }

  #look(key: string, make: () => Rec): Num {
    let known = this.#seen.get(key);
    if (!known) this.#seen.set(key, (known = { rec: make(), input: this.#scratch.input() }));
    return known.input;
  }

  #entry(rec: Rec, k: number, key: string): Num {
    return this.#look(`${key} ${k}`, () => this.#tree.program.slice(rec, k, { x: 1 }));
  }

  time(): Num {
    return this.#look("t", () => this.#tree.t);
  }

  channel(source: ChannelSource): Num {
    const { totals } = this.#starts;
    const total = (entry: number): Num => this.#entry(this.#out, totals + entry, "out");
    switch (source.of) {
      case "q":
        return this.#entry(this.#tree.q, source.entry, "q");
      case "v":
        return this.#entry(this.#tree.v, source.entry, "v");
      case "vdot":
        return this.#entry(this.#vdot, source.entry, "vdot");
      case "com":
        return div(total(totalsEntry.moment + source.entry), total(totalsEntry.mass));
      case "energy":
        return add(total(totalsEntry.kinetic), total(totalsEntry.potential));
      default:
        return this.#entry(this.#out, placeOf(this.#starts, this.#needs, source), "out");
    }
  }

  /** Traced again rather than read: steps of one entry point that read each other's results would need a fixed order. */
  expression(k: number): Num {
    let known = this.#made.get(k);
    if (known === undefined) this.#made.set(k, (known = this.#needs.expressions[k](this)));
    return known;
  }

  parameter(name: string): Num {
    const { program, skeleton } = this.#tree;
    return this.#look(`parameter ${name}`, () => program.constants({ x: [skeleton.scope.num({ parameter: name })] }));
  }
}

interface ExpressionInput {
  readonly rec: Rec;
  readonly input: Expr;
}
