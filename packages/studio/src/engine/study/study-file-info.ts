import { valuesOf, type Table } from "@kinetree/results";
import { changedStudy, namedStudy, prepareStudy, studies } from "@kinetree/study";
import { VERSION } from "kinetree";
import type { StudyInfo } from "../../api/types.js";

/**
 * What makes the study of a file again. A file tells the name, the seed and the hash of its study: one that comes with kinetree
 * and was run as it is has the same hash. Null for all others.
 */
export async function infoOfFile(table: Table): Promise<StudyInfo | null> {
  const { name, seed: seedText, study: hash, version } = table.metadata;
  const seed = Number(seedText);
  if (version !== VERSION || hash === undefined || !studies.some((each) => each.name === name)) return null;
  const sampleColumn = valuesOf(table, "sample");
  if (!(sampleColumn instanceof Float64Array) || !Number.isInteger(seed)) return null;
  let samples = 0;
  for (const sample of sampleColumn) samples = Math.max(samples, sample + 1);
  const own = namedStudy(name);
  const changes = {
    ...(own.samples === samples ? {} : { samples }),
    ...(own.seed === seed ? {} : { seed }),
  };
  const prepared = await prepareStudy(changedStudy(own, changes));
  const models = prepared.cases.map((each) => each.modelHash);
  const columns = prepared.columns.map((each) => ({
    name: each.name,
    kind: each.kind,
    unit: each.unit,
    role: each.role,
  }));
  const again = await sha256(JSON.stringify([1, VERSION, prepared.description, models, prepared.columns]));
  if (again !== hash) return null;
  const rows = prepared.cases.length * prepared.samples;
  return {
    id: "",
    name,
    done: table.rows,
    rows,
    hash,
    seed,
    version,
    samples,
    cases: prepared.cases.map((each) => ({ name: each.name, modelHash: each.modelHash })),
    columns,
    recipe: { kind: "named", name, changes },
    job: null,
  };
}

/** As hexadecimal digits; "" where the page is not allowed to compute it. */
async function sha256(text: string): Promise<string> {
  const { subtle } = globalThis.crypto;
  // Left out by browsers in pages that are neither local nor encrypted.
  if ((subtle as SubtleCrypto | undefined) === undefined) return "";
  const bytes = new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
