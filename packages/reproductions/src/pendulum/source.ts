/** What the source's runs have in common: 100 points at 0.01 s. */
export const PUBLISHED_LENGTH = 1;
export const PUBLISHED_STEP = 0.01;
export const PUBLISHED_TOLERANCE = 1e-7;

/** Bodies and positions of its figure 1. */
export const DRAWN_BODIES = 3;
export const DRAWN_POSITIONS = 10;
