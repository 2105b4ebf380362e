/* Published comparisons that kinetree repeats. */

export {};
