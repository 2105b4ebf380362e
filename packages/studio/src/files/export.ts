import { download, engine, notify, withWork, type Download } from "../run/actions.js";
import { useStudio, type StudioState } from "../run/store.js";
import { FileError } from "./file-error.js";
import { Cancelled, filming, type Watched } from "./filming.js";
import { saveToFolder } from "./save-to-folder.js";
import { VERSION } from "kinetree";
import { writeAddress } from "../share/address.js";
import { currentShared } from "../share/current.js";

export type ExportFormat = "csv" | "parquet" | "mcap" | "gltf" | "webm" | "png";

/** Where it goes: to the browser's downloads, or to the folder that the server was given. */
export type ExportPlace = "download" | "folder";

interface Recording {
  readonly name: string;
  readonly names: readonly string[];
  readonly units: readonly string[];
  readonly t: Float64Array;
  readonly values: Float64Array;
}

export async function exportRun(format: ExportFormat, place: ExportPlace = "download"): Promise<void> {
  const recording = recordingNow();
  if (recording === null) {
    notify("info", "Nothing recorded yet. Run the model first, then export.");
    return;
  }
  // Two films at once would take twice as long each.
  if (useStudio.getState().isExporting) {
    notify("info", "An export is in progress. Wait for it to finish, or cancel it.");
    return;
  }
  useStudio.setState({ isExporting: true });
  const abort = new AbortController();
  try {
    const files = await withWork(
      workOf[format],
      (progress) => makeFiles(format, recording, { progress, signal: abort.signal }),
      () => abort.abort(),
    );
    if (abort.signal.aborted) throw new Cancelled("cancelled");
    for (const file of files) await save(file, place);
    const saved = files.map(({ name }) => name).join(" and ");
    notify("success", place === "folder" ? `Saved ${saved} to the folder.` : `Saved ${saved}.`);
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    notify("info", "The export was cancelled.");
  } finally {
    useStudio.setState({ isExporting: false });
  }
}

const workOf: Readonly<Record<ExportFormat, string>> = {
  csv: "Writing CSV",
  parquet: "Writing Parquet",
  mcap: "Writing MCAP",
  gltf: "Writing the glTF animation",
  webm: "Rendering the video",
  png: "Rendering the frames",
};

function recordingNow(): Recording | null {
  const { result, history, opened } = useStudio.getState();
  if (result !== null && result.t.length > 0) {
    const { names, units, t, values } = result;
    return { name: plainName(nameOf(result.name)), names, units, t, values };
  }
  if (!history || history.length === 0 || !opened) return null;
  const { names, units } = history.columns;
  // Copies: the views go on changing, and sending one would send all of the memory behind it.
  return {
    name: plainName(nameOf(opened.source.name)),
    names,
    units,
    t: history.t.slice(),
    values: history.values.slice(),
  };
}

const nameOf = (file: string): string => file.replace(/\.[^.]*$/, "");

const plainName = (name: string): string => name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, "-").slice(0, 80) || "run";

async function makeFiles(format: ExportFormat, recording: Recording, watched: Watched): Promise<Download[]> {
  const { name, names, units, t, values } = recording;
  const { result, history, opened } = useStudio.getState();
  switch (format) {
    case "csv":
    case "parquet":
    case "mcap": {
      const metadata: Metadata = result?.metadata ?? (await metadataOfRun());
      const summary = result === null ? summaryOfRun(useStudio.getState()) : {};
      const { beside, ...made } = await engine().encode(
        format,
        name,
        { names, units },
        { t, values },
        metadata,
        summary,
      );
      return beside === undefined ? [made] : [made, beside];
    }
    case "gltf": {
      const [{ animationToGltf }, { resultTrack }, { isRows }, { meshFilesOf }] = await Promise.all([
        import("../scene/export/gltf.js"),
        import("../scene/motion/model-track.js"),
        import("../scene/motion/track.js"),
        import("../scene/shapes/mesh-files.js"),
      ]);
      const track = result === null ? null : resultTrack(result, opened);
      const numbers = track?.numbers ?? opened?.numbers;
      const motion = result === null ? history : track?.motion;
      if (!numbers || !motion || !isRows(motion))
        throw new FileError("no-motion", name, `${name} has no body poses. Record the channels pos and quat.`);
      const flexible = result === null ? opened?.flexible : track?.flexible;
      const files = opened ? meshFilesOf(opened.source) : undefined;
      const bytes = await animationToGltf(numbers, motion, files, flexible ?? null);
      return [{ name: `${name}.glb`, type: "model/gltf-binary", bytes }];
    }
    case "png": {
      const { filmPng } = await import("./film-png.js");
      const film = await filming(t[0], t[t.length - 1]);
      return [{ name: `${name}-frames.zip`, type: "application/zip", bytes: await filmPng(film, watched) }];
    }
    case "webm": {
      const { filmWebm } = await import("./film-webm.js");
      const film = await filming(t[0], t[t.length - 1]);
      return [{ name: `${name}.webm`, type: "video/webm", bytes: await filmWebm(film, watched) }];
    }
  }
}

async function save(file: Download, place: ExportPlace): Promise<void> {
  if (place === "folder") await saveToFolder(file.name, file.bytes);
  else download(file);
}

type Metadata = Readonly<Record<string, string>>;

/**
 * What a result file says about the run before its first row: the entries that the command line writes, and the address by which
 * the studio opens the model again. The set-up is that of the newest stretch, which `setupSince` tells if there were others.
 */
async function metadataOfRun(): Promise<Metadata> {
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

function summaryOfRun({ status, history }: Pick<StudioState, "status" | "history">): Metadata {
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
