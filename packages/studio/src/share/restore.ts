import {
  addTrace,
  notify,
  openSource,
  record,
  runTo,
  scrub,
  setDisplay,
  setDuration,
  setPlots,
} from "../run/actions.js";
import { Tickets } from "../run/pending.js";
import { useStudio } from "../run/store.js";
import { readAddress } from "./address.js";
import { forgetNextView, viewFromNext } from "./camera.js";
import { findModel } from "./find-model.js";
import { ownAddress } from "./own-address.js";
import { hashOfRun } from "./run-hash.js";
import { ShareError, type Shared } from "./types.js";

const tickets = new Tickets();

/** Opens the content of the page's address; false if there is none or it cannot be opened. */
export async function restoreFromAddress(hash: string = location.hash): Promise<boolean> {
  // Returning to the page by history keeps the open model as it is.
  if (ownAddress.isOwn(hash) && useStudio.getState().opened !== null) return false;
  try {
    const read = await readAddress(hash, findModel);
    if (read === null) return false;
    const isOpen = await applyShared(read.shared);
    if (isOpen) for (const remark of read.remarks) notify("warning", remark);
    return isOpen;
  } catch (error) {
    if (!(error instanceof ShareError)) throw error;
    useStudio.setState({ opening: null, openTrouble: { name: "Link", trouble: error.trouble, text: null } });
    return false;
  } finally {
    ownAddress.settle(hash);
  }
}

/** Opens a model as a link has it, and runs it as far as the link says; false if it cannot be opened. */
export async function applyShared(shared: Shared): Promise<boolean> {
  const ticket = tickets.take();
  const { source, parameters, start, setup, drags = [] } = shared.experiment;
  if (shared.view !== null) viewFromNext(shared.view);
  if (!(await openSource(source, { parameters, start, setup, drags }))) {
    if (tickets.isLatest(ticket)) forgetNextView();
    return false;
  }
  setDuration(shared.duration);
  setDisplay(shared.display);
  for (const trace of shared.traces) addTrace(trace);
  await record(shared.channels);
  if (shared.plots.length > 0) setPlots(shared.plots);
  const { opened } = useStudio.getState();
  if (shared.runTo !== null && tickets.isLatest(ticket))
    void runAndCompare(shared, shared.runTo, opened?.posed.start.t ?? 0);
  return true;
}

/** Not waited for: a long run is watched, paused and reset like any other. */
async function runAndCompare(shared: Shared, end: number, start: number): Promise<void> {
  if (!(end > start)) return;
  const { opened } = useStudio.getState();
  await runTo(end);
  const { history, opened: now } = useStudio.getState();
  if (history === null || now !== opened) return;
  if (shared.cursor !== null) scrub(shared.cursor);
  if (shared.hash === null || history.last < end) return;
  const found = hashOfRun(history, start, end)?.hash;
  if (found === shared.hash) notify("success", `The run matches that of the link bit for bit (hash ${found}).`);
  else
    notify(
      "warning",
      `This run differs from the one of the link (hash ${found ?? "of no rows"} instead of ${shared.hash}). Was the link made with another version of kinetree?`,
    );
}
