import { notify } from "../run/actions.js";
import { useStudio } from "../run/store.js";
import { useAskedStudy } from "./asked-study.js";
import type { ReadText } from "./choose-model.js";
import { FileError, showOpenTrouble } from "./file-error.js";
import { baseName, type GivenFile } from "./given-files.js";
import { canSaveToFolder, saveToFolder } from "./save-to-folder.js";

/** Checks the description of a study; one that is sound is put into the server's folder, and the home page asks how to run it. */
export async function openStudyDescription(
  { path, text, bytes }: ReadText,
  files: readonly GivenFile[],
): Promise<void> {
  const name = baseName(path);
  // Loaded for this alone: all of the library comes with it.
  const [{ readStudy }, { FormatError }] = await Promise.all([import("@kinetree/study"), import("kinetree/formats")]);
  try {
    readStudy(text, name);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { code, subject, message, issues } = error;
    return showOpenTrouble(name, new FileError(code, subject, message, issues), text);
  }
  if (!(await canSaveToFolder())) {
    const message = `${name} is a valid study description, but this page has no folder to run it in. Start kinetree studio with the folder that contains it, or run it with kinetree study run ${name}.`;
    throw new FileError("study-without-folder", name, message);
  }
  const id = await saveToFolder(name, bytes);
  for (const { path: other, file } of files) if (other !== path) await saveToFolder(baseName(other), file);
  useStudio.setState({ openTrouble: null });
  notify("success", `${baseName(id)} is now in the server's folder. Start it from the home page at any time.`);
  useAskedStudy.setState({ id });
  location.hash = "#/";
}
