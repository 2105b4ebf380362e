import { askServer } from "../api/ask-server.js";
import { hashText } from "kinetree/tools";
import { fileUrl } from "../api/paths.js";
import type { ModelSource } from "../experiment/types.js";
import { recall, recentId } from "../recent/recent.js";
import type { FindModel, Place } from "./address.js";

/** Where this page finds an open model again that is too long for its address; null if nowhere. */
export function placeOf(source: ModelSource): Place | null {
  if (source.kind !== "file") return null;
  const { name, text, served } = source;
  const hash = hashText(text);
  if (served !== null) return { kind: "served", id: served, name, hash };
  return { kind: "recent", id: recentId(name, new TextEncoder().encode(text)), name, hash };
}

/** Looks a model up in the server's folder or among the recent files; null if it is not there or has changed. */
export const findModel: FindModel = async (place) => {
  const source = place.kind === "served" ? await served(place) : await recent(place);
  return source?.kind === "file" && hashText(source.text) === place.hash ? source : null;
};

async function served({ id, name }: Place): Promise<ModelSource | null> {
  try {
    const answer = await askServer(fileUrl(id));
    return answer.ok ? { kind: "file", name, text: await answer.text(), served: id } : null;
  } catch {
    return null;
  }
}

async function recent({ id, name }: Place): Promise<ModelSource | null> {
  const [model, ...others] = (await recall(id))?.files ?? [];
  if (model === undefined) return null;
  return {
    kind: "file",
    name,
    text: new TextDecoder().decode(model.bytes),
    served: null,
    ...(others.length > 0 ? { files: Object.fromEntries(others.map(({ path, bytes }) => [path, bytes])) } : {}),
  };
}
