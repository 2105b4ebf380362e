import { askServer } from "../api/ask-server.js";
import { fileUrl, studyFragment } from "../api/paths.js";
import type { FileEntry, StudyEntry } from "../api/types.js";
import { useAskedStudy } from "../files/study-requests.js";
import { baseName } from "../files/given-files.js";
import { openSource } from "../run/actions.js";
import { useStudio } from "../run/store.js";
import { reasonOf } from "./listing.js";

async function openServed(entry: FileEntry): Promise<void> {
  const { id, kind } = entry;
  const name = baseName(id);
  useStudio.setState({ opening: name, openTrouble: null });
  try {
    if (kind === "result") {
      const files = await resultFiles(entry);
      useStudio.setState({ opening: null });
      const { openFiles } = await import("../files/open-files.js");
      await openFiles(files);
    } else {
      const text = await (await served(id)).text();
      if (await openSource({ kind: "file", name, text, served: id })) location.hash = "#/model";
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `${name} could not be read from the server: ${reason}. Check that the file still exists and that the server is running.`;
    useStudio.setState({
      opening: null,
      openTrouble: { name, text: null, trouble: { code: "not-served", subject: name, message, issues: [] } },
    });
  }
}

/** A served result as if it had been dropped, with its units. */
async function resultFiles({ id, hasUnits }: FileEntry): Promise<File[]> {
  const ids = hasUnits ? [id, `${id}.json`] : [id];
  return Promise.all(ids.map(async (each) => new File([await (await served(each)).blob()], baseName(each))));
}

async function served(id: string): Promise<Response> {
  const answer = await askServer(fileUrl(id));
  if (!answer.ok) throw new Error(await reasonOf(answer));
  return answer;
}

/** Opens anything that the server was given; how a study is to be run is asked on the home page. */
export async function openEntry(entry: FileEntry | StudyEntry): Promise<void> {
  if (!("kind" in entry)) location.hash = studyFragment(entry.id);
  else if (entry.kind === "study-description") useAskedStudy.setState({ id: entry.id });
  else await openServed(entry);
}
