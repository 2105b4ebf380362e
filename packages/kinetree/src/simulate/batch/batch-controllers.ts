import { RequestError } from "../../errors/kinetree-error.js";
import type { Model } from "../../model/types.js";
import { isModule, type ControllerModule, type RunController } from "../clock/controllers.js";
import { requireControllers } from "../run/controllers.js";
import type { BatchOptions } from "./batch-types.js";
import { importControllers, type ControllerModules } from "./controller-modules.js";
import type { WorkerPool } from "./worker-protocol.js";

interface BatchControllers {
  /** For samples on this thread. */
  readonly here: Readonly<Record<string, RunController>>;
  /** For workers, which import them. */
  readonly modules: ControllerModules;
  /** Null: this thread runs all samples. */
  readonly workers: WorkerPool | null;
}

/** Imports what is given as modules, for runs on this thread. */
export async function loadControllers(
  given: Readonly<Record<string, RunController | ControllerModule>>,
): Promise<Readonly<Record<string, RunController>>> {
  const { own, modules } = parted(given);
  return { ...own, ...(await importControllers(modules)) };
}

/** Controllers of a batch, and where it runs: functions stay on this thread. */
export async function batchControllers(
  model: Model,
  { controllers: given = {}, workers }: Pick<BatchOptions, "controllers" | "workers">,
): Promise<BatchControllers> {
  const { own, modules } = parted(given);
  const here = await loadControllers(given);
  requireControllers(model, here);
  const lawless = model.controllers.find(({ name, law }) => !law && !here[name]);
  if (lawless) throw missing(lawless.name);
  const [bound] = Object.keys(own);
  if (bound === undefined || !workers) return { here, modules, workers: workers ?? null };
  if (workers.count > 1) throw boundToThread(bound, workers.count);
  return { here, modules, workers: null };
}

function parted(given: Readonly<Record<string, RunController | ControllerModule>>): {
  readonly own: Readonly<Record<string, RunController>>;
  readonly modules: ControllerModules;
} {
  const modules: Record<string, ControllerModule> = {};
  const own: Record<string, RunController> = {};
  for (const [name, each] of Object.entries(given)) {
    if (isModule(each)) modules[name] = each;
    else own[name] = each;
  }
  return { own, modules };
}

const missing = (name: string): RequestError =>
  new RequestError({
    code: "controller-missing",
    subject: `controller "${name}"`,
    message:
      `the model has a controller "${name}" without a law, and the batch gives it no function. ` +
      `Pass controllers: { "${name}": (state, commands) => … }, or { "${name}": { module, export } } for workers.`,
  });

const boundToThread = (name: string, count: number): RequestError =>
  new RequestError({
    code: "batch-controllers",
    subject: `controller "${name}"`,
    value: count,
    message:
      `controller "${name}" is a function of this thread and cannot be sent to ${count} workers. Export it from a module and pass ` +
      `{ module: new URL("./controllers.js", import.meta.url).href, export: "${name}" }, give it a law, or run with one worker or none.`,
  });
