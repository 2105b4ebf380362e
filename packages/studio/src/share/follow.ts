import type { ModelSource } from "../experiment/types.js";
import { useStudio, type StudioState } from "../run/store.js";
import { writeAddress } from "./address.js";
import { onViewChange } from "./camera.js";
import { currentShared } from "./current.js";
import { placeOf } from "./find-model.js";
import { ownAddress } from "./own-address.js";
import { ShareError, type Shared } from "./types.js";

/** Browsers refuse addresses that change more often than about ten times a second [ms]. */
const AT_MOST_EVERY = 500;

/** Keeps the open model in the page's address, so that a reload restores it; returns how to stop. */
export const followAddress = whileAnyoneWants(start);

/** Starts with the first who wants it and stops with the last. */
function whileAnyoneWants(begin: () => () => void): () => () => void {
  let wanted = 0;
  let stop: (() => void) | null = null;
  return () => {
    if (wanted++ === 0) stop = begin();
    return () => {
      if (--wanted > 0) return;
      stop?.();
      stop = null;
    };
  };
}

function start(): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const later = (): void => {
    timer ??= setTimeout(() => {
      timer = null;
      void write();
    }, AT_MOST_EVERY);
  };
  const forget = useStudio.subscribe((now, before) => {
    // While it plays, everything but the time stays as it is; the time is written when it stops.
    if (!now.playing && isOther(now, before)) later();
  });
  const forgetView = onViewChange(later);
  // Navigating to a page by its bare name keeps the open model.
  addEventListener("hashchange", later);
  later();
  return () => {
    forget();
    forgetView();
    removeEventListener("hashchange", later);
    if (timer !== null) clearTimeout(timer);
  };
}

const watched: readonly (keyof StudioState)[] = [
  "opened",
  "posed",
  "experiment",
  "setup",
  "display",
  "traces",
  "plots",
  "channels",
  "duration",
  "cursor",
  "playing",
  "historyVersion",
];

const isOther = (now: StudioState, before: StudioState): boolean => watched.some((key) => now[key] !== before[key]);

async function write(): Promise<void> {
  const route = ownAddress.isPending(location.hash) ? null : routeNow();
  const current = currentShared({ hashed: false });
  if (route === null || current === null || useStudio.getState().opening !== null) return;
  const { opened } = useStudio.getState();
  const address = await addressOf(current.shared, route);
  // Packing takes a moment, in which something else may have been opened or another page chosen.
  const isStill =
    routeNow() === route && !ownAddress.isPending(location.hash) && useStudio.getState().opened === opened;
  if (address !== null && isStill) ownAddress.put(address);
}

function routeNow(): "model" | "compare" | null {
  const page = /^#\/(model|compare)(\?|$)/.exec(location.hash)?.[1];
  return page === "model" || page === "compare" ? page : null;
}

/** Minutes of dragging do not fit into an address: it then opens the start, and runs nothing that would be another run. */
function withoutRun(shared: Shared): Shared {
  const { drags: _, ...experiment } = shared.experiment;
  return { ...shared, experiment, runTo: null, hash: null, cursor: null };
}

/** Sources that were found to be too long: packing them again for every turn of the camera would be felt. */
const tooLong = new WeakSet<ModelSource>();

/** A model that is too long for an address is referred to, as long as this machine has it. */
async function addressOf(shared: Shared, route: "model" | "compare"): Promise<string | null> {
  const { source } = shared.experiment;
  try {
    if (!tooLong.has(source)) return await writeAddress(shared, { route });
  } catch (error) {
    if (!(error instanceof ShareError)) throw error;
    if (error.trouble.code !== "link-too-long") return null;
    if (shared.experiment.drags !== undefined) return addressOf(withoutRun(shared), route);
    tooLong.add(source);
  }
  const place = placeOf(source);
  return place === null ? null : writeAddress(shared, { route, place }).catch(() => null);
}
