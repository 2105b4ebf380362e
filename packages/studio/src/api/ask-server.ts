import { TOKEN_HEADER } from "./paths.js";

/** Key of sessionStorage: the token lives as long as the tab. */
const KEY = "kinetree-token";

/** For workers, which have no sessionStorage of their own, and for browsers that refuse to store anything: until the next reload. */
const given: { token: string | null } = { token: null };

/** The token that whatever is read, saved or run takes; null if the page was opened without one. */
export function apiToken(): string | null {
  try {
    return typeof sessionStorage === "undefined" ? given.token : (sessionStorage.getItem(KEY) ?? given.token);
  } catch {
    return given.token;
  }
}

/** Keeps the token for this tab; false if the browser refuses to store anything, so that it is lost with a reload. */
export function keepToken(token: string): boolean {
  given.token = token;
  try {
    sessionStorage.setItem(KEY, token);
    return true;
  } catch {
    return false;
  }
}

/** In a worker: the token of the page that started it. */
export function useToken(token: string | null): void {
  given.token = token;
}

export function tokenHeaders(): Record<string, string> {
  const token = apiToken();
  return token === null ? {} : { [TOKEN_HEADER]: token };
}

/** A request to the studio's own server, with the token. */
export const askServer = (
  path: string,
  init: Omit<RequestInit, "headers"> & { headers?: Record<string, string> } = {},
) => fetch(path, { ...init, headers: { ...init.headers, ...tokenHeaders() } });
