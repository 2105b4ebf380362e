/** What the source gives of one case: processor seconds of 100 s of motion; null where its scan has lost them. */
export interface PublishedTimes {
  readonly orderN: number | null;
  readonly massMatrix: number | null;
}

const lost: PublishedTimes = { orderN: null, massMatrix: null };
const times = (orderN: number, massMatrix: number): PublishedTimes => ({ orderN, massMatrix });

/**
 * Table 2 of a paper of the NASA Johnson Space Center on a recursive order-N algorithm for rigid and flexible bodies with loops,
 * checked against a dense mass matrix; cases 1 to 16.
 */
export const publishedTimes: readonly PublishedTimes[] = [
  lost,
  lost,
  lost,
  lost,
  times(166.8, 174.0),
  times(277.9, 423.6),
  times(275.9, 478.0),
  times(408.6, 1127.9),
  lost,
  times(48.0, 18.4),
  times(59.4, 22.7),
  times(133.8, 57.4),
  times(613.4, 567.6),
  times(937.2, 1402.0),
  times(1037.9, 1551.2),
  times(2257.3, 4063.9),
];

/** Of the source's runs [s]. */
export const PUBLISHED_LENGTH = 100;
/** How far its two codes were apart. */
export const PUBLISHED_DIFFERENCE = 1e-10;
