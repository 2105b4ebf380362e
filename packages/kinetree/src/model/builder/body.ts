import { modelDefaults } from "../defaults.js";
import { pose, type PoseLike } from "../pose.js";
import type { Real, Vec3R } from "../real.js";
import type { Body, Shape } from "../types.js";
import { isRecord } from "../check.js";
import { optionNames } from "./option-names.js";
import type { OptionNames } from "./options.js";

/** Frames and shapes of a body. */
export interface BodyExtras<FrameName extends string> {
  /** Named frames in the body, reached from outside as "body/frame". */
  readonly frames?: { readonly [name in FrameName]: PoseLike };
  readonly shapes?: readonly Shape[];
}

/** A body with mass and inertia. */
export interface MassiveBody {
  /** [kg] */
  readonly mass: Real;
  /** Mass centre in the body frame [m]; the origin if left out. */
  readonly com?: Vec3R;
  /** About the mass centre, along the body axes: xx, yy, zz, or those and xy, xz, yz (entries of the tensor) [kg m²]. */
  readonly inertia: Vec3R | Body["inertia"];
  readonly massless?: false;
  /** Keeps mass properties that no rigid body can have; they are checked for finite numbers only. */
  readonly unphysical?: boolean;
}

/** A body that only carries others, such as the cross of a Cardan joint. */
export interface MasslessBody {
  readonly massless: true;
  readonly mass?: never;
  readonly com?: never;
  readonly inertia?: never;
  readonly unphysical?: never;
}

/** Options of `body`. */
export type BodyOptions<FrameName extends string = never> = (MassiveBody | MasslessBody) & BodyExtras<FrameName>;

export const bodyOptionNames = (options: unknown): OptionNames =>
  isRecord(options) && options.massless === true ? optionNames.masslessBody : optionNames.body;

export function makeBody(name: string, options: BodyOptions<string>): Body {
  const frames = Object.entries(options.frames ?? {}).map(([frame, like]) => ({ name: frame, pose: pose(like) }));
  const shapes = (options.shapes ?? modelDefaults.body.shapes).map((shape, i) =>
    shape.name === "" ? { ...shape, name: `${shape.kind}-${i}` } : shape,
  );
  return { name, ...massOf(options), frames, shapes };
}

function massOf(
  options: MassiveBody | MasslessBody,
): Pick<Body, "mass" | "com" | "inertia" | "massless" | "unphysical"> {
  const { com, massless } = modelDefaults.body;
  if (options.massless === true) {
    // Mass that is given all the same is kept for the check of the whole model, which refuses it.
    const { mass = 0, inertia = [0, 0, 0, 0, 0, 0] }: Partial<Pick<MassiveBody, "mass" | "inertia">> = options;
    return { mass, com, inertia: sixOf(inertia), massless: true };
  }
  const described = { mass: options.mass, com: options.com ?? com, inertia: sixOf(options.inertia), massless };
  return options.unphysical === undefined ? described : { ...described, unphysical: options.unphysical };
}

const sixOf = (inertia: Vec3R | Body["inertia"]): Body["inertia"] =>
  inertia.length === 3 ? [inertia[0], inertia[1], inertia[2], 0, 0, 0] : inertia;
