import { notify } from "../run/actions.js";

/** Endings that the studio opens; meshes go with a model. */
const endings = ".urdf,.xml,.mjcf,.json,.jsonc,.csv,.parquet,.mcap,.stl,.obj,.dae,.glb,.gltf,.png";

export function pickFiles(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.accept = endings;
  input.addEventListener("change", () => {
    const files = [...(input.files ?? [])];
    if (files.length > 0) void openGiven(files);
  });
  input.click();
}

export async function openGiven(given: readonly File[] | Promise<readonly File[]>): Promise<void> {
  try {
    // The code that reads files is worth loading only when there are some.
    const [{ openFiles }, files] = await Promise.all([import("../files/open-files.js"), given]);
    await openFiles(files);
  } catch (error) {
    notify("error", error instanceof Error ? error.message : String(error));
  }
}
