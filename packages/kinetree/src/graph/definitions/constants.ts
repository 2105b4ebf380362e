/** Below it doubles lose bits one by one. */
export const SMALLEST_NORMAL = 2 ** -1022;

/** ln 2: 42 bits of it, so that its products with exponents are exact, and the rest to 2^-102. */
export const LN2_HIGH = 0.6931471805598903;
export const LN2_LOW = 5.497923018708371e-14;

/** π less the double Math.PI, to 2^-108. Halves and quarters of both are exact. */
export const PI_LOW = 1.2246467991473532e-16;
