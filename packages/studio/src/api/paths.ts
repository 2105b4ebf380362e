/** Header of all requests for what the server was given: reading, saving, running. */
export const TOKEN_HEADER = "x-kinetree-token";

/** In place of the header, in addresses that a browser opens by itself: proof of the token for that address alone. */
export const KEY_PARAMETER = "key";

/** URL of a file of the server by its id, whose slashes separate folders. */
export const fileUrl = (id: string): string => `/api/files/${id.split("/").map(encodeURIComponent).join("/")}`;

/** Fragment of the study page in the studio's address. */
export const studyFragment = (id: string): string => `#/study/${encodeURIComponent(id)}`;

/** Resolves a path that a file names relative to itself; ".." never leads above the top. Server and page key the files of a study by it. */
export function besidePath(from: string, path: string): string {
  const parts: string[] = [];
  for (const part of [...from.split("/").slice(0, -1), ...path.split("/")]) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
