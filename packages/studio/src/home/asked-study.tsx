import { useEffect } from "react";
import { useAskedStudy } from "../files/asked-study.js";
import { loadListing, useListing } from "./listing.js";
import { StartStudy } from "./start-study.js";

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
