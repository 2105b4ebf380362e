import type { ModelSource } from "../experiment/types.js";
import { LONGEST_LINK, writeAddress } from "./address.js";
import { currentShared } from "./current.js";
import { LINK_ENDING, writeLinkFile } from "./link-file.js";
import type { RunHash } from "./run-hash.js";
import { ShareError, type Shared } from "./types.js";

export interface ShareLink {
  /** The whole address; null if it would be too long or cannot be made. */
  readonly url: string | null;
  readonly trouble: string | null;
  readonly holds: readonly string[];
  readonly lacks: string | null;
  readonly run: RunHash | null;
  readonly shared: Shared;
}

/** The link of the open model, for any machine. `runs`: up to the end of the run so far. Null if nothing is open. */
export async function shareLink(runs: boolean): Promise<ShareLink | null> {
  const current = currentShared({ hashed: true });
  if (current === null) return null;
  const { run } = current;
  const shared = runs
    ? forOthers(current.shared)
    : { ...forOthers(current.shared), runTo: null, hash: null, cursor: null };
  const holds = holdsOf(shared);
  try {
    return { url: urlOf(await writeAddress(shared)), trouble: null, holds, lacks: null, run, shared };
  } catch (error) {
    if (!(error instanceof ShareError)) throw error;
    const bare = withoutFiles(shared);
    const shorter =
      bare === null || error.trouble.code !== "link-too-long" ? null : await writeAddress(bare).catch(() => null);
    const lacks =
      "The meshes are too large for a link, so their shapes are shown as boxes. Save as a file to include them.";
    if (shorter !== null) return { url: urlOf(shorter), trouble: null, holds, lacks, run, shared };
    return { url: null, trouble: error.message, holds, lacks: null, run, shared };
  }
}

export const linkFileOf = ({ shared }: ShareLink): { name: string; type: string; bytes: Uint8Array<ArrayBuffer> } => ({
  name: `${shared.experiment.source.name.replace(/\.[^.]*$/, "")}${LINK_ENDING}`,
  type: "application/json",
  bytes: new TextEncoder().encode(writeLinkFile(shared)),
});

/** Length of a link compared with the limit. */
export const lengthText = (url: string): string =>
  url.length < 2000 ? `${url.length} characters` : `${(url.length / 1000).toFixed(1)} of ${LONGEST_LINK / 1024} kB`;

/** Without references to this machine's server. */
function forOthers(shared: Shared): Shared {
  const { source } = shared.experiment;
  if (source.kind !== "file" || source.served === null) return shared;
  return { ...shared, experiment: { ...shared.experiment, source: { ...source, served: null } } };
}

/** Without meshes where they are visual only, as in URDF; in other formats masses may follow from them. Null if there are none. */
function withoutFiles(shared: Shared): Shared | null {
  const { source } = shared.experiment;
  if (source.kind !== "file" || source.files === undefined || !isUrdf(source)) return null;
  const { files: _, ...rest } = source;
  return { ...shared, experiment: { ...shared.experiment, source: rest } };
}

const isUrdf = (source: ModelSource): boolean => source.kind === "file" && /<robot[\s>]/.test(source.text);

function holdsOf({ experiment, view, plots, runTo }: Shared): string[] {
  const { source, parameters, drags = [] } = experiment;
  const changed = Object.keys(parameters).length;
  const files = source.kind === "file" ? Object.keys(source.files ?? {}).length : 0;
  return [
    source.kind === "system" ? `the built-in ${source.name}` : `the text of ${source.name}`,
    ...(files > 0 ? [counted(files, "file") + " that it refers to"] : []),
    ...(changed > 0 ? [counted(changed, "changed parameter")] : []),
    "the exact initial state",
    "the run set-up",
    ...(view === null ? [] : ["the view"]),
    ...(plots.length > 0 ? [counted(plots.length, "diagram")] : []),
    ...(drags.length > 0 ? [counted(drags.filter(({ hold }) => hold === null).length, "mouse drag")] : []),
    ...(runTo === null ? [] : [`a run to ${runTo} s`]),
  ];
}

const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;

const urlOf = (address: string): string => new URL(address, location.href.replace(/#.*$/, "")).href;
