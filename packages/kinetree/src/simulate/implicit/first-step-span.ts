/**
 * Run length [s] for which first steps are chosen, whatever the length of a run: two runs from one start then have the same bits up to the
 * last step of the shorter one, which lands on its end; also one that has no end yet.
 */
export const FIRST_STEP_SPAN = 10;
