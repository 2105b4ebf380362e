import { apiToken, askServer } from "../api/ask-server.js";
import { create } from "zustand";
import type { ApiError, HomeListing } from "../api/types.js";

interface ListingState {
  /** null before the first answer. */
  readonly listing: HomeListing | null;
  readonly trouble: string | null;
}

export const useListing = create<ListingState>()(() => ({ listing: null, trouble: null }));

/** Loads the listing; returns null and sets `trouble` if the server does not answer. */
export async function loadListing(): Promise<HomeListing | null> {
  if (apiToken() === null) {
    const trouble =
      "This page has no token, so the folders that the studio serves are not shown. Mechanisms and dropped files still open; for the rest open the address that kinetree studio printed.";
    useListing.setState({ trouble });
    return null;
  }
  try {
    const answer = await askServer("/api/home", { headers: { accept: "application/json" } });
    if (!answer.ok) throw new Error(await reasonOf(answer));
    const listing = (await answer.json()) as HomeListing;
    useListing.setState({ listing, trouble: null });
    return listing;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    useListing.setState({
      trouble: `The studio's server does not answer (${reason}). Mechanisms and dropped files still open; restart kinetree studio to access files and studies.`,
    });
    return null;
  }
}

export async function reasonOf(answer: Response): Promise<string> {
  try {
    return ((await answer.json()) as ApiError).message;
  } catch {
    return `status ${answer.status}`;
  }
}
