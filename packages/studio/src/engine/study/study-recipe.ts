import { RequestError, type Model } from "kinetree";
import { readModel } from "kinetree/formats";
import {
  changedStudy,
  namedStudy,
  prepareStudy,
  readStudy,
  type PreparedStudy,
  type Study,
  type StudyChanges,
} from "@kinetree/study";
import { besidePath } from "../../api/paths.js";
import type { StudyInfo, StudyRecipe } from "../../api/types.js";

/** Rebuilds a study from the server's recipe; throws if its models differ from those of the results. */
export async function studyFromRecipe(info: StudyInfo): Promise<PreparedStudy> {
  const study = await preparedFrom(info);
  requireSame(info, study);
  return study;
}

async function preparedFrom({ recipe, name }: StudyInfo): Promise<PreparedStudy> {
  switch (recipe.kind) {
    case "named":
      return prepareStudy(changedStudy(namedStudy(recipe.name), plain(recipe.changes)));
    case "json": {
      const source = readStudy(recipe.text, recipe.file);
      const read = filesOf(recipe);
      const loadModel = (path: string): Model =>
        readModel(textOf(read(path)), { file: path, readFile: (beside) => read(besidePath(path, beside)) }).model;
      return prepareStudy({ ...source, study: changedStudy(source.study, plain(recipe.changes)) }, { loadModel });
    }
    case "code":
      return prepareStudy(changedStudy(await studyOfModule(recipe.url, name), plain(recipe.changes)));
    case "unavailable":
      throw cannotReplay(name, recipe.reason);
  }
}

/** Fields that are undefined are no changes. */
const plain = (changes: object): StudyChanges =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as StudyChanges;

type JsonRecipe = Extract<StudyRecipe, { kind: "json" }>;

function filesOf({ file, files, binaries = {} }: JsonRecipe): (path: string) => string | Uint8Array {
  return (path) => {
    const plainPath = besidePath("", path);
    for (const key of [path, plainPath]) {
      if (Object.hasOwn(files, key)) return files[key];
      if (Object.hasOwn(binaries, key)) return Uint8Array.from(atob(binaries[key]), (char) => char.charCodeAt(0));
    }
    throw cannotReplay(file, `"${path}" was not sent with it; the server must be able to read it`);
  };
}

const textOf = (content: string | Uint8Array): string =>
  typeof content === "string" ? content : new TextDecoder().decode(content);

/** Where studies in code find the modules that run them: two copies of the library would not know each other's values. */
const PLACE = "kinetree.study.modules";

async function studyOfModule(url: string, name: string): Promise<Study> {
  Object.assign(globalThis, {
    [PLACE]: {
      kinetree: await import("kinetree"),
      "kinetree/analysis": await import("kinetree/analysis"),
      "kinetree/formats": await import("kinetree/formats"),
      "kinetree/formulations": await import("kinetree/formulations"),
      "kinetree/graph": await import("kinetree/graph"),
      "kinetree/implicit": await import("kinetree/implicit"),
      "kinetree/random": await import("kinetree/random"),
      "kinetree/systems": await import("kinetree/systems"),
      "kinetree/tools": await import("kinetree/tools"),
      "kinetree/vehicle": await import("kinetree/vehicle"),
      "@kinetree/study": await import("@kinetree/study"),
    },
  });
  const module = (await import(/* @vite-ignore */ url)) as Readonly<Record<string, unknown>>;
  const study = module["study"] ?? module["default"];
  if (typeof study === "object" && study !== null) return study as Study;
  throw cannotReplay(name, `its module exports ${Object.keys(module).join(", ") || "nothing"} but no study`);
}

/** Refuses to replay with models, columns or a size that the results were not made with. */
function requireSame(info: StudyInfo, study: PreparedStudy): void {
  const changed = info.cases.flatMap(({ name, modelHash }, i) =>
    study.cases[i]?.name === name && study.cases[i].modelHash === modelHash ? [] : [`the model of case "${name}"`],
  );
  if (study.cases.length !== info.cases.length) changed.push(`${info.cases.length} -> ${study.cases.length} cases`);
  if (study.samples !== info.samples) changed.push(`${info.samples} -> ${study.samples} samples per case`);
  if (study.seed !== info.seed) changed.push(`seed ${info.seed} -> ${study.seed}`);
  const names = (columns: readonly { readonly name: string }[]): string => columns.map(({ name }) => name).join(", ");
  if (names(info.columns) !== names(study.columns)) changed.push("the columns");
  if (changed.length > 0)
    throw cannotReplay(
      info.name,
      `its definition has changed since it ran: ${changed.slice(0, 6).join("; ")}. Restore it`,
    );
}

const cannotReplay = (name: string, reason: string): RequestError =>
  new RequestError({
    code: "study-not-replayed",
    subject: `study "${name}"`,
    value: reason,
    message: `samples of "${name}" cannot be replayed here: ${reason}. Plots and tables still work.`,
  });
