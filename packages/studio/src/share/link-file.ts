import { VERSION } from "kinetree";
import { hashText } from "kinetree/tools";
import { remarksOf, type ReadAddress } from "./address.js";
import { aContent, contentData } from "./content.js";
import { exactJson } from "./exact-json.js";
import { aNumber, anObject, aText, orNull, recordOf, refuse, type Reader } from "./read-parts.js";
import { ShareError, type Shared } from "./types.js";

export const LINK_ENDING = ".kinetree-link.json";

const FORM = 1;

export function writeLinkFile(shared: Shared): string {
  const { source, parameters } = shared.experiment;
  const content = exactJson({
    system: source.kind === "system" ? { name: source.name, options: source.options } : undefined,
    parameters,
    runTo: shared.runTo ?? undefined,
    ...contentData(shared, source.kind === "file" ? { ...source, served: null } : null),
  });
  return `{"kinetreeLink":${FORM},"version":${JSON.stringify(VERSION)},"check":"${hashText(content)}","content":${content}}\n`;
}

export const isLinkFile = (text: string): boolean => /^\uFEFF?\s*\{\s*"kinetreeLink"/.test(text);

/** Throws a `ShareError` if the file is damaged. */
export function readLinkFile(text: string, name: string): ReadAddress {
  let root: unknown;
  try {
    root = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw damaged(name, "it is truncated or not JSON");
  }
  const { kinetreeLink: form, version, check, content } = anObject(root, name);
  if (form !== FORM) {
    const message = `${name} is of form ${String(form)}, this studio reads form ${FORM}. Open it with a newer kinetree studio.`;
    throw new ShareError("link-form", name, message);
  }
  if (hashText(exactJson(anObject(content, "content"))) !== check)
    throw damaged(name, "its checksum does not match its content");
  const given = anObject(content, "content");
  const { file, start, setup, drags, ...rest } = aContent(given, "content");
  const source = file ?? aSystem(given["system"], "system");
  const parameters = recordOf(aNumber)(given["parameters"], "parameters");
  const runTo = orNull(aNumber)(given["runTo"], "runTo");
  return {
    shared: {
      experiment: { source, parameters, start, setup, ...(drags.length > 0 ? { drags } : {}) },
      ...rest,
      runTo,
    },
    remarks: remarksOf(orNull(aText)(version, "version") ?? undefined),
  };
}

const aSystem: Reader<Shared["experiment"]["source"]> = (value, path) => {
  const { name, options } = anObject(value, path);
  const aSize: Reader<number | string> = (size, at) =>
    typeof size === "string" || typeof size === "number" ? size : refuse(size, at, "a number or a string");
  return { kind: "system", name: aText(name, `${path}.name`), options: recordOf(aSize)(options, `${path}.options`) };
};

const damaged = (name: string, what: string): ShareError =>
  new ShareError("link-damaged", name, `${name} is damaged: ${what}. Ask for the file again.`);
