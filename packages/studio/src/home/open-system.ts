import { openSource } from "../run/actions.js";

export async function openSystem(name: string): Promise<void> {
  if (await openSource({ kind: "system", name, options: {} })) location.hash = "#/model";
}
