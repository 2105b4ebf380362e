import { lazy, Suspense } from "react";
import type { FileEntry } from "../api/types.js";

const StartDialog = lazy(async () => ({ default: (await import("../study/jobs/start-dialog.js")).StartDialog }));

export interface StartStudyProps {
  /** A study that comes with kinetree, or a description among the server's files. */
  readonly study?: { readonly name: string } | undefined;
  readonly file?: FileEntry | undefined;
  readonly onClose: () => void;
}

/** Asks how a study is to be run, starts it and goes to its page; loaded when somebody asks. */
export function StartStudy(props: StartStudyProps) {
  return (
    <Suspense fallback={null}>
      <StartDialog {...props} />
    </Suspense>
  );
}
