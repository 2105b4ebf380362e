import { createEngine } from "../engine/client.js";
import { lazily } from "./pending.js";

/** The one engine of the page, started when it is first needed; studies and comparisons have their own. */
export const engine = lazily(() => createEngine());
