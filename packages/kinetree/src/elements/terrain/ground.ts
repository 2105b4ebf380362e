import type { GroundTable } from "../../graph/ground-table.js";
import type { Num } from "../../graph/graph.js";
import { groundEntry } from "../../graph/lookup.js";
import { add, floor, lt, max, min, mul, select, sub } from "../../graph/num.js";
import { ANCHOR, groundHeader, type GroundNumber } from "../../grounds/ground-layout.js";
import type { Terrain } from "../../model/contact.js";
import { heldGround } from "../../model/grounds/given-grounds.js";
import type { Real } from "../../model/types.js";
import { planScale } from "../scale.js";
import { boundsBetween } from "./height-bounds.js";
import { gridOver } from "./height-grid.js";
import { planRelief, type ReliefParts } from "./relief-surface.js";
import type { TracedSurface } from "./surface.js";
import { planTerrainFrame } from "./terrain-frame.js";

/** Heights and friction that come with a run: what is compiled looks up whatever ground the run brings. */
export function planGround(terrain: Extract<Terrain, { kind: "ground" }>, num: (real: Real) => Num): TracedSurface {
  const { name, interpolation = "bicubic" } = terrain;
  const table: GroundTable = { kind: "ground", name, held: heldGround(terrain) };
  return planRelief({
    key: `ground ${JSON.stringify(name)} ${interpolation}`,
    frame: planTerrainFrame(terrain.pose, num),
    scale: planScale(terrain.scale, num),
    // A number that code reads from its parameters, so that what depends on it is not known when code is made.
    numbers: [ANCHOR],
    relief: ([anchor]) => reliefOf(table, interpolation, anchor),
    inside: (x, y, [anchor]) => insideOf(table, anchor, x, y),
    friction: (x, y, [anchor]) => frictionOf(table, anchor, x, y),
  });
}

/** Reads the header of a ground. It follows from parameters alone, so that it is read once for a run. */
const headerOf =
  (table: GroundTable, anchor: Num) =>
  (name: GroundNumber): Num =>
    groundEntry(table, anchor, groundHeader.indexOf(name));

/** @param anchor the number `ANCHOR`, known when code runs */
export function reliefOf(table: GroundTable, interpolation: "bicubic" | "bilinear", anchor: Num): ReliefParts {
  const of = headerOf(table, anchor);
  const width = of("width");
  return {
    grid: gridOver(interpolation, {
      x0: of("x0"),
      y0: of("y0"),
      per: { x: of("perX"), y: of("perY"), xx: of("perXX"), xy: of("perXY"), yy: of("perYY") },
      columns: of("columns"),
      rows: of("rows"),
      width,
      start: of("start"),
      heightAt: (place, row, column) => groundEntry(table, add(place, mul(row, width)), column),
    }),
    bounds: boundsBetween(interpolation, { lowest: of("lowest"), highest: of("highest"), slope: of("slope") }),
    isLevelAround: lt(0, of("isLevelAround")),
    grain: of("grain"),
  };
}

/** Linear between the places of the grid, and beyond its border as it is there. */
export function frictionOf(table: GroundTable, anchor: Num, x: Num, y: Num): Num {
  const of = headerOf(table, anchor);
  const columns = of("muColumns");
  const along = (place: Num, first: Num, per: Num, count: Num): { readonly cell: Num; readonly share: Num } => {
    const s = max(0, min(sub(count, 1), mul(sub(place, first), per)));
    const cell = min(sub(count, 2), floor(s));
    return { cell, share: sub(s, cell) };
  };
  const u = along(x, of("muX0"), of("muPerX"), columns);
  const v = along(y, of("muY0"), of("muPerY"), of("muRows"));
  const first = add(add(mul(v.cell, columns), u.cell), of("muStart"));
  const inRow = (place: Num): Num => {
    const mu = groundEntry(table, place, 0);
    return add(mu, mul(u.share, sub(groundEntry(table, place, 1), mu)));
  };
  const lower = inRow(first);
  return add(lower, mul(v.share, sub(inRow(add(first, columns)), lower)));
}

/** How far a place of the terrain's plane is within the border [m], negative beyond it; infinity where the ground goes on. */
function insideOf(table: GroundTable, anchor: Num, x: Num, y: Num): Num {
  const of = headerOf(table, anchor);
  const across = min(sub(x, of("x0")), sub(of("right"), x));
  const along = min(sub(y, of("y0")), sub(of("top"), y));
  return select(lt(0, of("ends")), min(across, along), Infinity);
}
