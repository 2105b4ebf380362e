import { loadListing } from "./listing.js";
import { openEntry } from "./open-served.js";

/** Opens what the server was started with, unless something was opened meanwhile. */
export async function openFromServer(): Promise<void> {
  const listing = await loadListing();
  if (!listing?.open || (location.hash !== "" && location.hash !== "#/")) return;
  // Going back from there leads to the home page, not in a circle.
  await openEntry(listing.open);
}
