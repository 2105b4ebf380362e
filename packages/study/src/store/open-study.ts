import { createHash } from "node:crypto";
import { dirname, extname, resolve } from "node:path";
import { RequestError } from "kinetree";
import { nodeWorkers } from "kinetree/node";
import { readStudy, sourceOfStudy, type StudySource } from "../description/read-study.js";
import type { Scenario, ScenarioDescription } from "../description/scenario.js";
import type { Study } from "../description/study.js";
import { namedStudy } from "../named/studies.js";
import { prepareStudy } from "../prepare/prepare-study.js";
import type { PreparedStudy } from "../prepare/prepared-study.js";
import { readManifest, type Manifest } from "./manifest.js";
import { originFrom, type StudyChanges, type StudyOrigin } from "./origin.js";
import { fileNotRead, textOf } from "./read-text.js";
import { studyFolder } from "./study-folder.js";

/** Finds a study and makes it ready to run. */
export async function openStudy(origin: StudyOrigin): Promise<PreparedStudy> {
  const { source, code } = await sourceOf(origin);
  const folder = origin.file === undefined ? "." : dirname(origin.file);
  const prepared = await prepareStudy(
    { ...source, study: changed(source.study, origin) },
    {
      // The readers of models are loaded when there is a file.
      loadModel: async (path) => (await import("./model-file.js")).modelFromFile(resolve(folder, path)),
      workers: nodeWorkers,
    },
  );
  if (code === null) return prepared;
  // What functions do is in their text, wherever it stands in the file.
  const hash = createHash("sha256").update(code).digest("hex");
  return { ...prepared, description: { ...(prepared.description as object), code: hash } };
}

/** The study of a folder, found again where its manifest says. */
export async function openFolder(
  path: string,
): Promise<{ readonly study: PreparedStudy; readonly manifest: Manifest }> {
  const manifest = readManifest(studyFolder(path));
  const origin = originFrom(path, manifest.source);
  return { study: await openStudy(origin), manifest };
}

async function sourceOf({
  named,
  file,
}: StudyOrigin): Promise<{ readonly source: StudySource; readonly code: string | null }> {
  if (named !== undefined) return { source: sourceOfStudy(namedStudy(named)), code: null };
  if (file === undefined) throw fileNotRead("", "the manifest names neither a study nor a file");
  if (/^\.[mc]?[jt]s$/i.test(extname(file))) {
    textOf(file); // complains if it is not there
    const { study, code } = await (await import("./study-code.js")).studyFromCode(file);
    return { source: { ...sourceOfStudy(study), source: file }, code };
  }
  return { source: readStudy(textOf(file), file), code: null };
}

function changed(study: Study, { samples, seed, options, fixed }: StudyChanges): Study {
  return {
    ...study,
    ...(samples === undefined ? {} : { samples }),
    ...(seed === undefined ? {} : { seed }),
    ...(options === undefined ? {} : { scenario: withOptions(study, options) }),
    ...(fixed === undefined ? {} : withFixed(study, fixed)),
  };
}

/** What whoever runs it fixes holds for all cases, whatever the study says about it. */
function withFixed(study: Study, fixed: NonNullable<StudyChanges["fixed"]>): Partial<Study> {
  const isFree = (name: string): boolean => !Object.hasOwn(fixed, name);
  const others = <T>(values: Readonly<Record<string, T>> = {}): Record<string, T> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => isFree(name)));
  const cases = study.cases?.map((each) => ({
    ...each,
    ...(each.parameters === undefined ? {} : { parameters: others(each.parameters) }),
    ...(each.fixed === undefined ? {} : { fixed: others(each.fixed) }),
  }));
  const correlated = study.correlated?.map(({ parameters, correlation }) => {
    const left = parameters.flatMap((name, i) => (isFree(name) ? [i] : []));
    return {
      parameters: left.map((i) => parameters[i]),
      correlation: left.map((i) => left.map((j) => correlation[i]?.[j] ?? NaN)),
    };
  });
  return {
    parameters: others(study.parameters),
    fixed: { ...study.fixed, ...fixed },
    ...(cases === undefined ? {} : { cases }),
    ...(correlated === undefined ? {} : { correlated: correlated.filter(({ parameters }) => parameters.length > 1) }),
  };
}

function withOptions({ name, scenario }: Study, options: NonNullable<StudyChanges["options"]>): Study["scenario"] {
  if (typeof scenario === "function") return (own) => scenario({ ...options, ...own });
  if ("named" in scenario) return { ...scenario, options: { ...scenario.options, ...options } };
  if (isData(scenario)) return { ...scenario, options: { ...scenario.options, ...options } };
  throw new RequestError({
    code: "options-without-effect",
    subject: `study "${name}"`,
    value: options,
    message: `the scenario of study "${name}" is finished and takes no options. Leave --option out.`,
  });
}

const isData = (scenario: Scenario | ScenarioDescription): scenario is ScenarioDescription =>
  typeof scenario.model === "string";
