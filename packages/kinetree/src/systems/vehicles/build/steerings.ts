import type { SteeringData } from "../data/steering.js";
import { pitman } from "./pitman.js";
import { rack } from "./rack.js";
import type { SteeringPart } from "./steering-part.js";

type Parts = { readonly [K in SteeringData["kind"]]: SteeringPart<Extract<SteeringData, { readonly kind: K }>> };

const steerings: Parts = { pitman, rack };

/** The part for a steering. It takes data of its own kind, which the compiler cannot see here. */
export const steeringPart = ({ kind }: SteeringData): SteeringPart<SteeringData> =>
  steerings[kind] as SteeringPart<SteeringData>;
