import { bump, sine, washboard } from "./generators/waves.js";
import { halfRound } from "./generators/half-round.js";
import { iso8608 } from "./generators/iso-8608.js";
import { plane } from "./generators/plane.js";
import { ramp } from "./generators/ramp.js";
import { step } from "./generators/step.js";
import type { FieldValues } from "./generators/field.js";
import type { Generator } from "./generators/relief.js";

const all = [plane, ramp, halfRound, washboard, sine, bump, step, iso8608] as const;

type Known = (typeof all)[number];

/** What makes grounds from few numbers: the list that commands, studies and documentation read. */
export const groundGenerators: readonly Generator[] = Object.freeze(all as unknown as readonly Generator[]);

/** The heights of a ground in few numbers; numbers left out have the defaults of the list. */
export type ReliefDescription =
  | {
      readonly [K in Known["kind"]]: { readonly kind: K } & Partial<FieldValues<Extract<Known, { kind: K }>["fields"]>>;
    }[Known["kind"]]
  /** Heights that are added up. */
  | { readonly kind: "sum"; readonly of: readonly ReliefDescription[] };
