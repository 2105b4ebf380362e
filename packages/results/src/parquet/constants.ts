/* Names that several structures of Parquet use. */

/** The first and the last bytes of a file. */
export const MAGIC = new TextEncoder().encode("PAR1");
/** The encoding of numbers as they are. */
export const PLAIN = 0;
/** Who wrote a file. */
export const CREATOR = "kinetree version 0";
