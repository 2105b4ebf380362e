import { tell } from "./streams.js";

/** From so many bodies on, building and compiling take seconds. */
export const MANY_BODIES = 2000;

/** Said before the work, because nothing can be said during it. */
export function announceCompiling(bodies: number, quiet: boolean | undefined): void {
  if (bodies > MANY_BODIES && quiet !== true)
    tell(`kinetree: compiling ${bodies.toLocaleString("en")} bodies, this takes a while`);
}
