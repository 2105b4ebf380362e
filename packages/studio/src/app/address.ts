import { notify } from "../run/actions.js";
import { parseRoute } from "./routes.js";
import { useShell } from "./shell-store.js";
import { loadListing } from "../home/listing.js";
import { openEntry } from "../home/open-served.js";

/** Opens the content of the address, now and whenever it changes; without one, what the server was told to open. */
export function startAddress(): void {
  addEventListener("hashchange", () => void restore());
  if (location.hash === "" || location.hash === "#/") void openFromServer();
  else void restore();
}

async function restore(): Promise<void> {
  const { page } = parseRoute(location.hash);
  // The code that reads links is worth loading only for an address that has something to read.
  if ((page !== "model" && page !== "compare") || !location.hash.includes("?")) return;
  useShell.setState({ isRestoring: true });
  try {
    const { restoreFromAddress } = await import("../share/restore.js");
    await restoreFromAddress();
  } catch (error) {
    notify("error", error instanceof Error ? error.message : String(error));
  } finally {
    useShell.setState({ isRestoring: false });
  }
}

/** Opens the file that the server was started with, unless another was opened meanwhile. */
async function openFromServer(): Promise<void> {
  const listing = await loadListing();
  if (!listing?.open || (location.hash !== "" && location.hash !== "#/")) return;
  // Going back from there leads to the home page, not in a circle.
  await openEntry(listing.open);
}
