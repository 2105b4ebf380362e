import { useSyncExternalStore } from "react";
import { studyFragment } from "../api/paths.js";

export type Route =
  | { readonly page: "home" }
  | { readonly page: "model" }
  | { readonly page: "compare" }
  | { readonly page: "study"; readonly id: string };

/** The page of an address fragment; the home page if it names none. */
export function parseRoute(hash: string): Route {
  const [path] = hash.replace(/^#/, "").split("?", 1);
  if (path === "/model") return { page: "model" };
  if (path === "/compare") return { page: "compare" };
  const id = /^\/study\/(.+)$/s.exec(path)?.[1];
  return id === undefined ? { page: "home" } : { page: "study", id: decoded(id) };
}

export function routeAddress(route: Route): string {
  if (route.page === "home") return "#/";
  return route.page === "study" ? studyFragment(route.id) : `#/${route.page}`;
}

export function go(route: Route): void {
  location.hash = routeAddress(route);
}

/** The page that is shown; components are drawn again only when another page is. */
export function useRoute(): Route {
  const address = useSyncExternalStore(
    (changed) => {
      addEventListener("hashchange", changed);
      return () => removeEventListener("hashchange", changed);
    },
    () => routeAddress(parseRoute(location.hash)),
  );
  return parseRoute(address);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
