import { Box3, Group } from "three";
import type { DisplayOptions } from "../../run/store.js";
import { Ghost, type GhostContext } from "./ghost.js";
import { isRows, type MotionRows, type Track } from "../motion/track.js";

/** Part of the time between two instants by which a row may miss one of them: sums of steps are not exact. */
const SLACK = 1e-6;

/**
 * Rows before a time, the latest first: those recorded at the beginning of the run and every so many seconds since, or right before.
 * Like the flashes of a stroboscope they stay where they are while time goes on. Fills `out` and returns how many there are.
 */
export function earlierRows(out: Int32Array, rows: MotionRows, t: number, every: number): number {
  if (rows.length === 0 || !(every > 0)) return 0;
  const instants = rows.t;
  const [first] = instants;
  const lastBefore = (time: number): number => Math.ceil((time - first) / every - SLACK) - 1;
  let count = 0;
  let flash = lastBefore(t);
  while (flash >= 0 && count < out.length) {
    const row = rows.rowAt(first + (flash + SLACK) * every);
    out[count++] = row;
    // Where flashes come faster than rows, no row is taken twice.
    flash = Math.min(flash - 1, lastBefore(instants[row]));
  }
  return count;
}

/** Earlier positions at most, whatever an address asks for: each is drawn like a mechanism of its own. */
export const MOST_EARLIER = 40;

/** Opacity of the latest and of the earliest position. */
const [LATEST, EARLIEST] = [0.5, 0.1];

export class Trail {
  readonly group = new Group();
  readonly #context: GhostContext;
  readonly #rows = new Int32Array(MOST_EARLIER);
  #ghosts: readonly Ghost[] = [];
  #motion: Track["motion"];
  #shown = 0;

  constructor(context: GhostContext) {
    this.#context = context;
    this.#motion = context.track.motion;
  }

  /** Another run; a pose alone has no earlier positions. */
  setMotion(motion: Track["motion"]): void {
    this.#motion = motion;
    for (const ghost of this.#ghosts) ghost.setMotion(motion);
  }

  show({ trail, shapes }: DisplayOptions): void {
    this.group.visible = shapes;
    const count = trail > 0 ? Math.min(MOST_EARLIER, Math.round(trail)) : 0;
    if (count === this.#ghosts.length) return;
    this.#clear();
    this.#ghosts = Array.from(
      { length: count },
      (_, age) => new Ghost(this.#context, LATEST - ((LATEST - EARLIEST) * age) / Math.max(1, count - 1)),
    );
    for (const ghost of this.#ghosts) this.group.add(ghost.group);
    this.setMotion(this.#motion);
  }

  place(t: number, display: DisplayOptions): void {
    const motion = this.#motion;
    const rows = this.#rows.subarray(0, this.#ghosts.length);
    this.#shown = isRows(motion) ? earlierRows(rows, motion, t, display.trailEvery) : 0;
    for (const [age, ghost] of this.#ghosts.entries()) {
      ghost.group.visible = age < this.#shown;
      if (isRows(motion) && age < this.#shown) ghost.place(motion, motion.t[rows[age]], display);
    }
  }

  positionsOf(body: number): readonly (readonly [number, number, number])[] {
    return this.#ghosts.slice(0, this.#shown).map(({ poses }) => {
      const [x, y, z] = poses.numbers.subarray(7 * body, 7 * body + 3);
      return [x, y, z];
    });
  }

  bounds(): Box3 {
    const box = new Box3();
    for (const ghost of this.#ghosts.slice(0, this.#shown)) box.union(ghost.bounds());
    return box;
  }

  #clear(): void {
    for (const ghost of this.#ghosts) ghost.dispose();
    this.#ghosts = [];
    this.#shown = 0;
  }

  dispose(): void {
    this.#clear();
    this.group.removeFromParent();
  }
}
