import { download, notify } from "../../run/actions.js";

export function blobOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser could not encode the plot as PNG"))));
  });
}

export async function savePicture(
  name: string,
  format: "png" | "svg",
  make: () => Promise<Blob | string>,
): Promise<void> {
  try {
    const made = await make();
    const type = format === "png" ? "image/png" : "image/svg+xml";
    const bytes = typeof made === "string" ? new Blob([made], { type }) : made;
    download({ name: `${fileName(name)}.${format}`, type, bytes });
  } catch (error) {
    notify("error", `${name} could not be saved: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** A name that every disk takes. */
export const fileName = (name: string): string =>
  name.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^-+|-+$/g, "") || "plot";
