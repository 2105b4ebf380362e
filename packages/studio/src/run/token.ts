import { keepToken } from "../api/ask-server.js";

/** The token in the fragment of an address, and the fragment without it; null if it has no token. */
export function splitToken(hash: string): { readonly token: string; readonly rest: string } | null {
  const found = /^#token=([\w-]+)(?:&?(.*))?$/s.exec(hash);
  return found ? { token: found[1], rest: found[2] ? `#${found[2].replace(/^#/, "")}` : "#/" } : null;
}

/** Moves the token from the address to the tab's storage, so that a copied address does not contain it; false if storage refused. */
export function takeToken(): boolean {
  const split = splitToken(location.hash);
  if (!split) return true;
  history.replaceState(null, "", split.rest);
  return keepToken(split.token);
}
