/** A number [SI], or a text with a unit such as "65 deg" that fits what the parameter measures. */
export type QuantityLike = number | string;

/**
 * How a parameter is spread. `levels` says what a full factorial takes of it: so many levels, or a list of values.
 *
 * - normal: mean and standard deviation.
 * - truncatedNormal: the normal of that mean and standard deviation, cut off below `min` and above `max`; either may be left out.
 * - uniform: every value from min to max alike.
 * - logNormal: by its median and the standard deviation `sigma` of its natural logarithm, or by its own mean and standard deviation.
 * - discrete: some values, each as likely as its weight says; alike if left out.
 */
export type Distribution<Q = QuantityLike> = (
  | { readonly normal: { readonly mean: Q; readonly std: Q } }
  | { readonly truncatedNormal: { readonly mean: Q; readonly std: Q; readonly min?: Q; readonly max?: Q } }
  | { readonly uniform: { readonly min: Q; readonly max: Q } }
  | { readonly logNormal: { readonly median: Q; readonly sigma: number } | { readonly mean: Q; readonly std: Q } }
  | { readonly discrete: { readonly values: readonly Q[]; readonly weights?: readonly number[] } }
) & { readonly levels?: number | readonly Q[] };

/** A distribution in SI, with every default filled in: what samples are drawn from. */
export type PlainDistribution =
  | { readonly kind: "normal"; readonly mean: number; readonly std: number }
  | {
      readonly kind: "truncatedNormal";
      readonly mean: number;
      readonly std: number;
      readonly min: number | null;
      readonly max: number | null;
    }
  | { readonly kind: "uniform"; readonly min: number; readonly max: number }
  /** Of the natural logarithm: `mu` its mean, `sigma` its standard deviation. */
  | { readonly kind: "logNormal"; readonly mu: number; readonly sigma: number }
  | { readonly kind: "discrete"; readonly values: readonly number[]; readonly weights: readonly number[] };
