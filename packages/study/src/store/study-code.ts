import { basename, dirname } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { fileURLToPath, pathToFileURL } from "node:url";
import { KinetreeError, RequestError } from "kinetree";
import type { Plugin } from "rolldown";
import type { Study } from "../description/study.js";

/*
 * Studies written in TypeScript or JavaScript. They import "kinetree" and "@kinetree/study" wherever they lie, and get the very
 * modules that run them: two copies of the library would not know each other's values.
 */

const sharedModules = async (): Promise<Readonly<Record<string, object>>> => ({
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
  "@kinetree/study": await import("../index.js"),
});

/** Where the modules that are bundled here find those that are not. */
const PLACE = "kinetree.study.modules";

/** The study that a module exports as `study` or as its default, and the text of the module, the same wherever it lies. */
export async function studyFromCode(file: string): Promise<{ readonly study: Study; readonly code: string }> {
  const shared = await sharedModules();
  const code = await bundled(file, shared);
  Object.assign(globalThis, { [PLACE]: shared });
  const module = await evaluated(code, file);
  const study = module["study"] ?? module["default"];
  if (typeof study === "object" && study !== null) return { study: study as Study, code: withoutPlace(code, file) };
  throw notRead(
    file,
    `it exports ${Object.keys(module).join(", ") || "nothing"}. Write "export const study = defineStudy({ … })"`,
  );
}

/**
 * The text of the module of a study with all that it imports, for running it elsewhere; nothing of it is run here.
 * @param mayRead refuses files, by their whole paths, that the study may not be made of
 */
export const studyCode = async (file: string, mayRead: (path: string) => boolean): Promise<string> =>
  withoutPlace(await bundled(file, await sharedModules(), [only(mayRead)]), file);

/** A module of controllers with all that it imports, in a URL that any thread can import; other URLs than of files stay. */
export async function wholeModule(url: string): Promise<string> {
  if (!url.startsWith("file:")) return url;
  const code = await bundled(fileURLToPath(url), {}, [], "module of controllers");
  return `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
}

/** The same text wherever the file lies. */
const withoutPlace = (code: string, file: string): string => code.replaceAll(pathToFileURL(dirname(file)).href, ".");

const only = (mayRead: (path: string) => boolean): Plugin => ({
  name: "only-files-that-may-be-read",
  load: (id: string): null => {
    if (id.startsWith("\0") || mayRead(id)) return null;
    throw new Error(`it imports ${id}, which lies outside of the folders that may be read`);
  },
});

async function bundled(
  file: string,
  shared: Readonly<Record<string, object>>,
  more: readonly Plugin[] = [],
  what = "study",
): Promise<string> {
  // Loaded here: studies of plain data do without.
  const { rolldown } = await import("rolldown");
  try {
    const build = await rolldown({
      input: file,
      // The bundle names its parts from here on: neither where the file lies nor where it is run from may show.
      cwd: dirname(file),
      platform: "node",
      treeshake: false,
      plugins: [inPlaceOf(shared), ...more, placeOfModule],
      logLevel: "silent",
    });
    const { output } = await build.generate({ format: "esm", codeSplitting: false });
    await build.close();
    return output[0].code;
  } catch (error) {
    throw notRead(file, `it cannot be compiled: ${messageOf(error)}`, what);
  }
}

async function evaluated(code: string, file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const url = `data:text/javascript;base64,${Buffer.from(`${code}\n//# sourceURL=${basename(file)}`).toString("base64")}`;
    return (await import(url)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    // Complaints of the library about what the study says need no other words.
    if (error instanceof KinetreeError) throw error;
    throw notRead(file, `it ends with ${messageOf(error)}`);
  }
}

/** Gives modules of ours in place of copies of them. */
const inPlaceOf = (shared: Readonly<Record<string, object>>): Plugin => ({
  name: "shared-modules",
  resolveId: (id: string): string | null => (Object.hasOwn(shared, id) ? `\0shared:${id}` : null),
  load: (id: string): string | null => {
    if (!id.startsWith("\0shared:")) return null;
    const name = id.slice("\0shared:".length);
    const names = Object.keys(shared[name]).join(", ");
    return `export const { ${names} } = globalThis[${JSON.stringify(PLACE)}][${JSON.stringify(name)}];`;
  },
});

/** A module may look for files beside itself. */
const placeOfModule = {
  name: "place-of-module",
  transform: (code: string, id: string): string | null =>
    code.includes("import.meta.url") && !id.startsWith("\0")
      ? code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
      : null,
};

/** On terminals of any kind, and without the module itself, which is what it was loaded from. */
const messageOf = (error: unknown): string =>
  stripVTControlCharacters(error instanceof Error ? error.message : String(error))
    .replace(/ from "data:[^"]*"(: .*)?/s, "")
    .trim();

const notRead = (file: string, reason: string, what = "study"): RequestError =>
  new RequestError({
    code: "study-not-read",
    subject: `${what} file ${file}`,
    value: file,
    message: `${file} is no ${what}: ${reason}${/[.!?]$/.test(reason) ? "" : "."}`,
  });
