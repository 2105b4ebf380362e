/** Where things lie in the memory. */
export const layout = Object.freeze({
  /** "00" to "99". */
  pairs: 0,
  /** 1, 10, … 10⁹ as i32. */
  smallPowers: 256,
  /** 10^e for e of firstPower…lastPower as the upper 128 bits (low half first); a zero upper half is one not made yet. */
  powers: 512,
  firstPower: -292,
  lastPower: 324,
  end: 512 + 16 * 617,
});

/** No number is longer, "-0.0000012345678901234567" being the longest. */
export const LONGEST_NUMBER = 25;
/** Bytes behind a number that writing it may scratch. */
export const SCRATCHED = 32;
