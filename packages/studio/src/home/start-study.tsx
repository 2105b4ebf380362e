import { lazy, Suspense, useEffect } from "react";
import type { FileEntry } from "../api/types.js";
import { useAskedStudy } from "../files/study-requests.js";
import { loadListing, useListing } from "./listing.js";

const StartDialog = lazy(async () => ({ default: (await import("../study/jobs/start-dialog.js")).StartDialog }));

export interface StartStudyProps {
  /** A study that comes with kinetree, or a description among the server's files. */
  readonly study?: { readonly name: string } | undefined;
  readonly file?: FileEntry | undefined;
  readonly onClose: () => void;
}

/** Dialog that starts a study and opens its page; loaded on demand. */
export function StartStudy(props: StartStudyProps) {
  return (
    <Suspense fallback={null}>
      <StartDialog {...props} />
    </Suspense>
  );
}

/** Asks how the description of a study is to be run that was chosen, dropped, or given to the command. */
export function AskedStudy() {
  const id = useAskedStudy((state) => state.id);
  const file = useListing(({ listing }) => listing?.files.find((each) => each.id === id));
  const isUnlisted = id !== null && file === undefined;
  // One that was saved a moment ago is not in the list yet.
  useEffect(() => {
    if (isUnlisted) void loadListing();
  }, [id, isUnlisted]);
  if (!file) return null;
  return <StartStudy file={file} onClose={() => useAskedStudy.setState({ id: null })} />;
}
