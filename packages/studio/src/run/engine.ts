import { createEngine, type Engine } from "../engine/client.js";

let made: Engine | null = null;

/** The one engine of the page, started when it is first needed; studies and comparisons have their own. */
export function engine(): Engine {
  return (made ??= createEngine());
}
