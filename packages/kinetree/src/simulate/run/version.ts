/** Version of the package; results and checkpoints carry it. */
export const VERSION = "0.1.0";
