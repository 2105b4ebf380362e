/** How finely a frame is drawn. */
export interface FrameQuality {
  readonly ratio: number;
  readonly hasShadows: boolean;
}

/** Frames in a row that decide. */
const WINDOW = 4;
/** A frame that took longer than this was too slow, one faster than that has room to spare [ms]. */
const SLOW = 45;
const FAST = 19;
/** A pause longer than this is no slow frame [ms]. */
const PAUSE = 1500;
const PATIENCE = 90;

/**
 * Keeps a moving picture fluid on slow machines: frames get coarser while they come too slowly, and the picture is drawn once more in
 * full when it comes to rest.
 */
export class Pace {
  readonly #still: FrameQuality;
  readonly #levels: readonly FrameQuality[];
  #level: number;
  #last = -Infinity;
  #took: number;
  #slow = 0;
  #fast = 0;

  /** @param isSoftware whether a processor draws in place of a graphics card: begins coarse */
  constructor(pixelRatio: number, isSoftware: boolean) {
    const full = Math.min(2, pixelRatio);
    // Without a card there is no smoothing of edges: the picture at rest is drawn larger and shrunk instead.
    this.#still = { ratio: isSoftware ? Math.max(1.5, full) : full, hasShadows: true };
    this.#levels = [
      { ratio: full, hasShadows: true },
      { ratio: Math.min(1, full), hasShadows: true },
      { ratio: 0.75 * Math.min(1, full), hasShadows: false },
      { ratio: 0.5 * Math.min(1, full), hasShadows: false },
    ];
    this.#level = isSoftware ? 2 : 0;
    this.#took = isSoftware ? 100 : 16;
  }

  get still(): FrameQuality {
    return this.#still;
  }

  get moving(): FrameQuality {
    return this.#levels[this.#level];
  }

  /** How long nothing has to change before the picture counts as at rest [ms]: longer than the next frame may take. */
  get patience(): number {
    return Math.max(160, 4 * this.#took);
  }

  frame(now: number): void {
    const took = now - this.#last;
    this.#last = now;
    if (took > PAUSE) return;
    this.#took = took;
    this.#slow = took > SLOW ? this.#slow + 1 : 0;
    this.#fast = took < FAST ? this.#fast + 1 : 0;
    if (this.#slow >= WINDOW && this.#level < this.#levels.length - 1) this.#change(1);
    else if (this.#fast >= PATIENCE && this.#level > 0) this.#change(-1);
  }

  #change(by: number): void {
    this.#level += by;
    this.#slow = 0;
    this.#fast = 0;
  }
}
