/** How samples are spread over the distributions. */
export type SamplerName = "monte-carlo" | "latin-hypercube" | "sobol" | "full-factorial";

/** All samplers, in the order of a listing. */
export const samplerNames: readonly SamplerName[] = Object.freeze([
  "monte-carlo",
  "latin-hypercube",
  "sobol",
  "full-factorial",
]);
