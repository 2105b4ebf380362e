import type { LoopPlan } from "../../formulation/loops/closures/loop-plan.js";
import type { Model } from "../../model/types.js";
import { parametersByName } from "../../state/parameter-values.js";
import type { State } from "../../state/state.js";
import { isPlanned } from "../../topology/has-closures.js";
import type { Topology } from "../../topology/types.js";
import { LanePair } from "../lanes/lane-pair.js";
import type { RunSettings } from "../options/options.js";
import type { SimulationPlan } from "../plan/plan.js";
import { LoopChooser } from "../run/loop-chooser.js";
import { LoopPlans, type ModulePlan } from "../run/loop-plans.js";
import { runAlone, type ChunkResult, type GivenControllers, type SampleChunk } from "./batch-engine.js";

/** The plans of a batch: one for trees; one for each selection of closures that a sample starts with. */
export class BatchPlans {
  readonly all: ModulePlan[] = [];
  readonly #model: Model;
  readonly #topology: Topology;
  /** null where equations need no selection. */
  readonly #loops: LoopPlans | null;
  readonly #method: string;
  /** Runs samples whose selection changes. */
  #alone: { readonly pair: LanePair; readonly chooser: LoopChooser } | null = null;

  constructor(
    model: Model,
    topology: Topology,
    { formulation, method }: RunSettings,
    compile: (loopPlan: LoopPlan | null, isPassage: boolean) => SimulationPlan,
  ) {
    this.#model = model;
    this.#topology = topology;
    this.#method = method;
    this.#loops = isPlanned(model, topology, formulation) ? new LoopPlans(model, topology, formulation, compile) : null;
    if (this.#loops) return;
    const plan = compile(null, false);
    this.all.push({ plan, module: new WebAssembly.Module(plan.artifact.code as BufferSource) });
  }

  /** The number of the plan for a sample that starts at this state, selected by the state alone as in a single run. */
  numberFor(start: State, parameters: Readonly<Record<string, number>>): number {
    if (!this.#loops) return 0;
    this.#loops.setParameters(parameters);
    const found = this.#loops.compiled(this.#loops.select(start), this.#method);
    const known = this.all.indexOf(found);
    return known >= 0 ? known : this.all.push(found) - 1;
  }

  /** Runs those samples of a chunk again that asked for another selection, each one alone, and puts their rows in place. */
  finishLeaving(chunk: SampleChunk, result: ChunkResult, given: GivenControllers): void {
    const [model, loops] = [this.#model, this.#loops];
    if (!loops || result.leaving.length === 0) return;
    const { nq, nv, parameters } = this.all[0].plan;
    for (const i of result.leaving) {
      if (!this.#alone) {
        const pair = new LanePair(this.all[0].plan, { module: this.all[0].module });
        this.#alone = { pair, chooser: new LoopChooser(model, this.#topology, pair, loops) };
      }
      const { pair, chooser } = this.#alone;
      const row = (values: Float64Array, width: number): Float64Array => values.slice(i * width, (i + 1) * width);
      chooser.setParameters(parametersByName(model, row(chunk.parameters, parameters.length)));
      chooser.choose({ t: chunk.t[i], q: row(chunk.q, nq), v: row(chunk.v, nv) });
      runAlone(pair, chunk, i, result, given, chooser);
    }
  }
}
