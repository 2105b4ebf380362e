/** Where the token is kept as long as the tab is open. */
const KEY = "kinetree-token";

/** The token in the fragment of an address, and the fragment without it; null if there is none. */
export function splitToken(hash: string): { readonly token: string; readonly rest: string } | null {
  const found = /^#token=([\w-]+)(?:&?(.*))?$/s.exec(hash);
  return found ? { token: found[1], rest: found[2] ? `#${found[2].replace(/^#/, "")}` : "#/" } : null;
}

/** Moves the token from the address to the tab's storage, so that no copied address holds it; false if it could not be kept. */
export function takeToken(): boolean {
  const split = splitToken(location.hash);
  if (!split) return true;
  history.replaceState(null, "", split.rest);
  try {
    sessionStorage.setItem(KEY, split.token);
    return true;
  } catch {
    return false;
  }
}
