import { setupDefaults, type Drag, type Experiment, type ModelSource, type Start } from "../experiment/types.js";
import { displayDefaults } from "../run/store.js";
import { toBase64Url } from "./base64.js";
import { dragData, someDrags } from "./drag-code.js";
import { aDisplay, aFile, aPlot, aSetup, aStart, aTrace, aView } from "./read-content.js";
import { aNumber, anObject, aText, listOf, orNull, otherwise, type Reader } from "./read-parts.js";
import type { Shared } from "./types.js";

/* The part of a link that nobody reads by eye: everything but the named system, its sizes and the parameters. */

/** The encoded part of a link: all that its address does not say in clear. */
export type Content = Omit<Shared, "experiment" | "runTo"> & {
  readonly file: ModelSource | null;
  readonly start: Start | null;
  readonly setup: Experiment["setup"];
  readonly drags: readonly Drag[];
};

/** As plain data without defaults; null if all are defaults. */
export function contentData(shared: Shared, file: ModelSource | null): Readonly<Record<string, unknown>> | null {
  const { experiment, view, plots, display, traces, channels, cursor, duration, hash } = shared;
  const { start, setup, drags = [] } = experiment;
  const all: Record<string, unknown> = {
    file: file === null ? undefined : fileData(file),
    start: start ?? undefined,
    setup: differences(setup, setupDefaults),
    drags: drags.length > 0 ? dragData(drags) : undefined,
    view: view ?? undefined,
    plots: plots.length > 0 ? plots : undefined,
    display: differences(display, displayDefaults),
    traces: traces.length > 0 ? traces : undefined,
    channels: channels.length > 0 ? channels : undefined,
    cursor: cursor ?? undefined,
    duration: duration ?? undefined,
    hash: hash ?? undefined,
  };
  const entries = Object.entries(all).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

/** Reads plain data; missing values are defaults. */
export const aContent: Reader<Content> = (value) => {
  const given = anObject(value, "content");
  return {
    file: orNull(aFile)(given["file"], "file"),
    start: orNull(aStart)(given["start"], "start"),
    setup: otherwise(aSetup, setupDefaults)(given["setup"], "setup"),
    drags: otherwise(someDrags, [])(given["drags"], "drags"),
    view: orNull(aView)(given["view"], "view"),
    plots: otherwise(listOf(aPlot), [])(given["plots"], "plots"),
    display: otherwise(aDisplay, displayDefaults)(given["display"], "display"),
    traces: otherwise(listOf(aTrace), [])(given["traces"], "traces"),
    channels: otherwise(listOf(aText), [])(given["channels"], "channels"),
    cursor: orNull(aNumber)(given["cursor"], "cursor"),
    duration: orNull(aNumber)(given["duration"], "duration"),
    hash: orNull(aText)(given["hash"], "hash"),
  };
};

function fileData(source: ModelSource): unknown {
  if (source.kind !== "file") return undefined;
  const { name, text, files = {}, served, base } = source;
  const contents = Object.entries(files).map(([path, bytes]) => [path, toBase64Url(bytes)]);
  return {
    name,
    text,
    served: served ?? undefined,
    base,
    files: contents.length > 0 ? Object.fromEntries(contents) : undefined,
  };
}

/** Values that differ from the defaults; undefined if none do. */
function differences(value: object, usual: object): unknown {
  const known = new Map(Object.entries(usual));
  const entries = Object.entries(value).filter(([name, part]) => !Object.is(part, known.get(name)));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
