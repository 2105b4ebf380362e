/** Gives the content of a file that a model refers to, by its path from the model's own folder. */
export type ReadFile = (path: string) => string | Uint8Array;

/** The content, or why it cannot be had. */
export function contentOf(readFile: ReadFile, file: string): string | Uint8Array | Error {
  try {
    return readFile(file);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
