import { RequestError } from "../../errors/kinetree-error.js";
import { suggestName } from "../../errors/nearest-name.js";
import { aController, type ControllerModule, type RunController } from "../clock/controllers.js";

/** Controllers by name, as modules that each thread imports. */
export type ControllerModules = Readonly<Record<string, ControllerModule>>;

/** Imports controllers; a module that is there already is not loaded again. */
export async function importControllers(modules: ControllerModules): Promise<Readonly<Record<string, RunController>>> {
  const entries = Object.entries(modules).map(async ([name, given]): Promise<[string, RunController]> => [
    name,
    await importController(name, given),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

async function importController(
  name: string,
  { module: url, export: exported = "default" }: ControllerModule,
): Promise<RunController> {
  const refuse = (value: string, why: string): RequestError =>
    new RequestError({
      code: "controller-module",
      subject: `controller "${name}"`,
      value,
      message: `controller "${name}": ${why}`,
    });
  if (!isWhole(url))
    throw refuse(
      url,
      `module "${url}" is no whole URL, and workers lie elsewhere. Give new URL("./controllers.js", import.meta.url).href.`,
    );
  const shown = url.length > 80 ? `${url.slice(0, 77)}...` : url;
  let found: Readonly<Record<string, unknown>>;
  try {
    found = (await import(/* @vite-ignore */ url)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refuse(url, `module ${shown} cannot be imported: ${reason}. Correct its URL or its text.`);
  }
  const value = found[exported];
  const misfit = value === undefined ? null : aController(value, exported);
  if (value === undefined)
    throw refuse(exported, `module ${shown} has no export "${exported}". ${suggestName(exported, Object.keys(found))}`);
  if (misfit) throw refuse(misfit.name, `${misfit.name} of module ${shown} must be ${misfit.must}. Export one.`);
  return value as RunController;
}

function isWhole(url: string): boolean {
  try {
    return new URL(url).href !== "";
  } catch {
    return false;
  }
}
