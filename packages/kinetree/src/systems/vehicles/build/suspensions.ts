import type { SuspensionData } from "../data/suspension.js";
import { doubleWishbone } from "./double-wishbone.js";
import type { SuspensionPart } from "./suspension-part.js";

type Parts = { readonly [K in SuspensionData["kind"]]: SuspensionPart<Extract<SuspensionData, { readonly kind: K }>> };

const suspensions: Parts = { "double-wishbone": doubleWishbone };

/** The part for a suspension. It takes data of its own kind, which the compiler cannot see here. */
export const suspensionPart = ({ kind }: SuspensionData): SuspensionPart<SuspensionData> =>
  suspensions[kind] as SuspensionPart<SuspensionData>;
