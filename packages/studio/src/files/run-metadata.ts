import { VERSION } from "kinetree";
import { useStudio, type StudioState } from "../run/store.js";
import { writeAddress } from "../share/address.js";
import { currentShared } from "../share/current.js";

/** JSON texts, as result files want them. */
export type Metadata = Readonly<Record<string, string>>;

/**
 * What a result file says about the run before its first row: the entries that the command line writes, and the address by which
 * the studio opens the model again. The set-up is that of the newest stretch, which `setupSince` tells if there were others.
 */
export async function metadataOfRun(): Promise<Metadata> {
  const { opened, experiment, status, setup, history } = useStudio.getState();
  if (!opened || !history) return {};
  const { step, tolerance, drift, sampleEvery } = experiment?.setup ?? setup;
  const start = experiment?.start?.t ?? history.first;
  return asJson({
    model: opened.model.name,
    source: opened.source.name,
    modelHash: opened.hash,
    version: VERSION,
    formulation: status?.formulation ?? setup.formulation,
    formulationReason: status?.formulationReason ?? "",
    integrator: status?.integrator ?? setup.integrator,
    ...(step === null ? { tolerance } : { step }),
    drift,
    tEnd: history.last,
    sampleEvery,
    ...(start > history.first ? { setupSince: start } : {}),
    parameters: opened.parameters,
    link: await linkOf(),
  });
}

/** What it says behind its last row. */
export function summaryOfRun({ status, history }: Pick<StudioState, "status" | "history">): Metadata {
  if (!status || !history) return {};
  const { state, steps, trouble } = status;
  return asJson({
    end: state === "failed" ? "failed" : "paused",
    t: history.last,
    steps,
    ...(trouble === null ? {} : { failure: trouble.message }),
    rows: history.length,
  });
}

/** Null where the model is too long for an address. */
async function linkOf(): Promise<string | null> {
  const shared = currentShared({ hashed: true })?.shared;
  try {
    return shared === undefined ? null : await writeAddress(shared);
  } catch {
    return null;
  }
}

const asJson = (values: Readonly<Record<string, unknown>>): Metadata =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value) ?? "null"]));
