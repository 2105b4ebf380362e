import type { FileEntry, StudyEntry } from "../api/types.js";
import { openResult, openSource } from "../run/actions.js";
import { useStudio } from "../run/store.js";
import { reasonOf } from "./listing.js";

/** The address of a file that the server was given. */
export const servedUrl = (id: string): string => `/api/files/${id.split("/").map(encodeURIComponent).join("/")}`;

/** The fragment of the page of a study that the server was given. */
export const studyAddress = (id: string): string => `#/study/${encodeURIComponent(id)}`;

/** Opens a model or result file that the server was given, and goes to the workbench. */
export async function openServed({ id, kind }: FileEntry): Promise<void> {
  const name = id.slice(id.lastIndexOf("/") + 1);
  useStudio.setState({ opening: name, openTrouble: null });
  try {
    const answer = await fetch(servedUrl(id));
    if (!answer.ok) throw new Error(await reasonOf(answer));
    const isOpen =
      kind === "result"
        ? await openResult(name, new Uint8Array(await answer.arrayBuffer()))
        : await openSource({ kind: "file", name, text: await answer.text(), served: id });
    const { result } = useStudio.getState();
    if (isOpen && kind === "result" && result !== null) {
      const { openModelOfResult } = await import("../files/open-model-of-result.js");
      await openModelOfResult(result);
    }
    if (isOpen) location.hash = "#/model";
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `${name} could not be read from the server: ${reason}. Check that the file is still there and that the server runs.`;
    useStudio.setState({
      opening: null,
      openTrouble: { name, text: null, trouble: { code: "not-served", subject: name, message, issues: [] } },
    });
  }
}

/** Opens anything that the server was given. */
export async function openEntry(entry: FileEntry | StudyEntry): Promise<void> {
  if ("kind" in entry) await openServed(entry);
  else location.hash = studyAddress(entry.id);
}
