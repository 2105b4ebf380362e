import { Problem } from "./problem.js";

/**
 * The parts of the path of a request, decoded once. Refuses whatever could mean another place than it says: steps upwards in any
 * spelling, backslashes, control characters, drives, and empty parts. Names that begin with a dot are not there for anybody.
 * @param target as it stands in the request, which a URL would already have normalised
 */
export function pathSegments(target: string): readonly string[] {
  if (!target.startsWith("/")) throw refused("is not a path");
  const path = /^[^?#]*/.exec(target)?.[0] ?? "";
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    throw refused("is not a valid URL encoding");
  }
  const parts = decoded.slice(1).split("/");
  // A slash at the end means nothing.
  if (parts.at(-1) === "") parts.pop();
  for (const part of parts) checkName(part);
  return parts;
}

/** Throws unless it is a plain name of a file or folder. */
export function checkName(part: string): void {
  if (part === "") throw refused("has an empty part");
  if (part === "." || part === "..") throw refused(`has the part "${part}"`);
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\\\u0000-\u001f\u007f]/.test(part)) throw refused("has a backslash or a control character");
  if (/^[a-z]:/i.test(part)) throw refused("names a drive");
  if (part.startsWith(".")) throw new Problem(404, "not-found", "files whose names begin with a dot are not served.");
}

const refused = (what: string): Problem =>
  new Problem(400, "bad-path", `the path ${what}. Name a file below a folder that the studio was given.`);
