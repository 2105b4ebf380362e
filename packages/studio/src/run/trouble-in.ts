import { EngineError } from "../engine/client.js";
import type { Trouble } from "../engine/protocol.js";

export const troubleIn = (error: unknown): Trouble =>
  error instanceof EngineError
    ? error.trouble
    : {
        code: "unexpected",
        subject: "studio",
        message: error instanceof Error ? error.message : String(error),
        issues: [],
      };
