import { openSource } from "../run/actions.js";

/** Opens a mechanism that comes with kinetree and goes to the workbench. */
export async function openSystem(name: string): Promise<void> {
  if (await openSource({ kind: "system", name, options: {} })) location.hash = "#/model";
}
