import { VERSION } from "kinetree";
import { hashText } from "kinetree/tools";
import type { ModelSource } from "../experiment/types.js";
import { fromBase64Url, toBase64Url } from "./base64.js";
import { aContent, contentData, type Content } from "./content.js";
import { exactJson, exactNumber } from "./exact-json.js";
import { squeeze, unsqueeze } from "./squeeze.js";
import { ShareError, type Shared } from "./types.js";

/*
 * #/model?t=2.5&c=1.<checksum>&v=0.1.0&system=four-bar&size.links=3&set.mass=2&x=<content>
 *
 * `c` has the version of this form and a checksum of all but `t`, so that a link that was cut off is told from a whole one;
 * `t` stands before it for the same reason, and outside of it so that it can be changed by hand. Without `c` a link is taken as
 * it stands: #/model?system=four-bar is one.
 */

const FORM = "1";

/** Longest link that is made [characters]: longer ones do not survive mail programs and chats. */
export const LONGEST_LINK = 65_536;

/** Most that the content of a link may become [bytes]. */
const MOST_CONTENT = 64 * 1024 * 1024;

/** Where the page that made an address finds a model that is too long to be in it. */
export type Place =
  | { readonly kind: "served"; readonly id: string; readonly name: string; readonly hash: string }
  | { readonly kind: "recent"; readonly id: string; readonly name: string; readonly hash: string };

export interface AddressOptions {
  readonly route?: "model" | "compare";
  /** The model's text stays out: it is found at this place, on this machine alone. */
  readonly place?: Place | null;
}

export interface ReadAddress {
  readonly shared: Shared;
  /** Notes for the reader of the link. */
  readonly remarks: readonly string[];
}

/** Finds a model that an address only refers to; null if it is no longer there. */
export type FindModel = (place: Place) => Promise<ModelSource | null>;

/** The address after its page; throws a `ShareError` for content that a link cannot represent. */
export async function writeAddress(shared: Shared, options: AddressOptions = {}): Promise<string> {
  const { route = "model", place = null } = options;
  const { source, parameters } = shared.experiment;
  const parts: [string, string][] = [["v", VERSION]];
  if (source.kind === "system") {
    parts.push(["system", source.name]);
    for (const [name, value] of Object.entries(source.options)) parts.push([`size.${name}`, sizeText(name, value)]);
  } else if (place !== null) parts.push([place.kind, place.id], ["file", place.name], ["text", place.hash]);
  for (const [name, value] of Object.entries(parameters))
    parts.push([`set.${name}`, exactNumber(value, `parameter "${name}"`)]);
  const content = contentData(shared, source.kind === "file" && place === null ? source : null);
  if (content !== null) parts.push(["x", toBase64Url(await squeeze(exactJson(content)))]);
  const body = queryOf(parts);
  const time = shared.runTo === null ? "" : `t=${exactNumber(shared.runTo, "the time to run to")}&`;
  const address = `#/${route}?${time}c=${FORM}.${checksum(body)}&${body}`;
  if (address.length > LONGEST_LINK) {
    const message =
      `the link would be ${address.length} characters long, must be at most ${LONGEST_LINK}. ` +
      "Save it as a file instead; it can be dropped into the studio.";
    throw new ShareError("link-too-long", "link", message);
  }
  return address;
}

/** Parses an address; null if it names nothing to open. Throws a `ShareError` if it is damaged. */
export async function readAddress(hash: string, find: FindModel = async () => null): Promise<ReadAddress | null> {
  const query = /^#\/(?:model|compare)\?(.*)$/s.exec(hash)?.[1] ?? "";
  if (query === "") return null;
  const given = pairsOf(query);
  checkWhole(query, given);
  const one = new Map(given);
  const content = await contentOf(one.get("x"));
  const source = await sourceOf(one, given, content, find);
  const time = one.get("t");
  const shared: Shared = {
    experiment: {
      source,
      parameters: parametersOf(given),
      start: content.start,
      setup: content.setup,
      ...(content.drags.length > 0 ? { drags: content.drags } : {}),
    },
    view: content.view,
    plots: content.plots,
    display: content.display,
    traces: content.traces,
    channels: content.channels,
    cursor: content.cursor,
    duration: content.duration,
    runTo: time === undefined ? null : numberOf("t", time),
    hash: content.hash,
  };
  return { shared, remarks: remarksOf(one.get("v")) };
}

/** Notes about a link of another version. */
export function remarksOf(version: string | undefined): string[] {
  if (version === undefined || version === VERSION) return [];
  return [`The link was made with kinetree ${version}, this is ${VERSION}: results may differ in their last bits.`];
}

const checksum = (text: string): string => hashText(text).slice(0, 8);

const queryOf = (parts: readonly (readonly [string, string])[]): string =>
  parts.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");

function pairsOf(query: string): [string, string][] {
  try {
    return query.split("&").map((part) => {
      const at = part.indexOf("=");
      const [name, value] = at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
      return [decodeURIComponent(name), decodeURIComponent(value)];
    });
  } catch {
    throw damaged("it contains an invalid % escape");
  }
}

function checkWhole(query: string, given: readonly (readonly [string, string])[]): void {
  const check = given.find(([name]) => name === "c")?.[1];
  if (check === undefined) return;
  const [form, sum = ""] = check.split(".");
  if (form !== FORM && /^\d+$/.test(form)) {
    const message = `the link is of form ${form}, this studio reads form ${FORM}. Open it with a newer kinetree studio.`;
    throw new ShareError("link-form", "link", message);
  }
  const rest = query
    .split("&")
    .filter((part) => !/^[ct]=/.test(part))
    .join("&");
  if (checksum(rest) !== sum) throw damaged("its checksum does not match");
}

const damaged = (what: string): ShareError =>
  new ShareError(
    "link-damaged",
    "link",
    `the link is damaged: ${what}. It was truncated or altered; copy the whole link, or ask for it again.`,
  );

async function contentOf(text: string | undefined): Promise<Content> {
  if (text === undefined) return aContent({}, "content");
  const bytes = fromBase64Url(text);
  const json = bytes === null ? null : await unsqueeze(bytes, MOST_CONTENT);
  if (json === null) throw damaged("its content cannot be decompressed");
  try {
    return aContent(JSON.parse(json), "content");
  } catch (error) {
    if (error instanceof ShareError) throw error;
    throw damaged("its content is not JSON");
  }
}

async function sourceOf(
  one: ReadonlyMap<string, string>,
  given: readonly (readonly [string, string])[],
  { file }: Content,
  find: FindModel,
): Promise<ModelSource> {
  const system = one.get("system");
  if (system !== undefined) {
    const sizes = given.filter(([name]) => name.startsWith("size."));
    return {
      kind: "system",
      name: system,
      options: Object.fromEntries(sizes.map(([name, value]) => [name.slice(5), sizeOf(value)])),
    };
  }
  if (file !== null) return file;
  const kind = one.has("served") ? "served" : "recent";
  const id = one.get(kind);
  if (id === undefined) throw damaged("it names no model");
  const name = one.get("file") ?? id;
  const found = await find({ kind, id, name, hash: one.get("text") ?? "" });
  if (found !== null) return found;
  const message =
    `the model ${name} is not in the link, which refers to ${kind === "served" ? "the server's folder" : "this browser's recent files"}, ` +
    "and it no longer exists or has changed. Open the file again.";
  throw new ShareError("link-model-gone", `model ${name}`, message);
}

const parametersOf = (given: readonly (readonly [string, string])[]): Record<string, number> =>
  Object.fromEntries(
    given.filter(([name]) => name.startsWith("set.")).map(([name, value]) => [name.slice(4), numberOf(name, value)]),
  );

/** A number in an address, as the language writes it. */
const decimal = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function numberOf(name: string, text: string): number {
  const x = decimal.test(text) ? Number(text) : NaN;
  if (Number.isFinite(x)) return x;
  const message = `in the link, "${name}" is "${text}", must be a finite number. Correct it, or leave it out.`;
  throw new ShareError("link-content", name, message);
}

/** Texts that look like a number, or like a text in quotes, are put in quotes. */
const sizeText = (name: string, value: number | string): string =>
  typeof value === "number"
    ? exactNumber(value, `size "${name}"`)
    : decimal.test(value) || value.startsWith('"')
      ? JSON.stringify(value)
      : value;

function sizeOf(text: string): number | string {
  if (decimal.test(text)) return numberOf("size", text);
  if (!text.startsWith('"')) return text;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "string") return value;
  } catch {
    // Not written by us: taken as it stands.
  }
  return text;
}
