import type { Model } from "kinetree";
import { Group, Matrix4, Vector3 } from "three";
import type { DisplayOptions } from "../../run/store.js";
import { LargestVector, metresPerUnit, niceBelow, withPrefix } from "./arrow-scale.js";
import { ArrowSet } from "./arrow-set.js";
import { rowsAround, valueAt, type RowsAround } from "../base/interpolate.js";
import type { SceneColours } from "../base/palette.js";
import { bodyIndices, matrixOf, plain, vectorOf } from "../base/plain.js";
import type { SceneSizes } from "./sizes.js";
import type { MotionRows } from "../motion/track.js";

export interface ArrowLegend {
  readonly what: "contact forces" | "joint forces" | "joint torques";
  readonly colour: string;
  readonly text: string;
}

/** More arrows than this are a thicket: the rest is left out. */
const MOST_ARROWS = 600;

interface Source {
  readonly column: number;
  readonly body: number;
  readonly X_body_source: Matrix4;
  /** From the contact's centre to where it touches a level ground [m]. */
  readonly drop: number;
  /** Where the place of the contact is recorded, in world components; the frame's own place if left out. */
  readonly place?: number;
}

interface Largest {
  get(): number;
}

/** Where nothing is recorded. */
const nothing: Largest = { get: () => 0 };

export class Forces {
  readonly group = new Group();
  readonly #model: Model;
  readonly #sizes: SceneSizes;
  readonly #contactArrows: ArrowSet;
  readonly #jointArrows: ArrowSet;
  readonly #colours: SceneColours;
  #rows: MotionRows | null = null;
  #contacts: readonly Source[] = [];
  #forces: readonly Source[] = [];
  #torques: readonly Source[] = [];
  #largest = { contact: nothing, force: nothing, torque: nothing };
  readonly #around: RowsAround = { low: 0, high: 0, part: 0 };
  readonly #frame = new Matrix4();
  readonly #at = new Vector3();
  readonly #vector = new Vector3();
  #legend: readonly ArrowLegend[] = [];

  constructor(model: Model, sizes: SceneSizes, colours: SceneColours) {
    this.#model = model;
    this.#sizes = sizes;
    this.#colours = colours;
    const thickness = 0.03 * sizes.glyph + 0.0015 * sizes.radius;
    this.#contactArrows = new ArrowSet(Math.max(1, model.contacts.length + model.tyres.length), thickness);
    this.#jointArrows = new ArrowSet(Math.max(1, Math.min(MOST_ARROWS, model.joints.length)), thickness);
    this.#contactArrows.setColours(colours.contact, colours.torque);
    this.#jointArrows.setColours(colours.force, colours.torque);
    this.group.add(this.#contactArrows.group, this.#jointArrows.group);
  }

  /** Takes other rows; null: no run yet, no arrows. */
  setRows(rows: MotionRows | null): void {
    if (rows === this.#rows) return;
    this.#rows = rows;
    this.#contacts = this.#forces = this.#torques = [];
    this.#largest = { contact: nothing, force: nothing, torque: nothing };
    if (rows === null) return;
    const columns = new Map(rows.columns.names.map((name, i) => [name, i]));
    const bodies = bodyIndices(this.#model);
    const touching = this.#model.contacts.flatMap(({ name, at, radius }) => {
      const column = columns.get(`contact.${name}.fx`);
      const X_body_source = new Matrix4().setPosition(vectorOf(at.pose.position));
      return column === undefined
        ? []
        : [{ column, body: bodies.get(at.body) ?? -1, X_body_source, drop: plain(radius) }];
    });
    const rolling = this.#model.tyres.flatMap(({ name }): readonly Source[] => {
      const [column, place] = ["gx", "px"].map((part) => columns.get(`tyre.${name}.${part}`));
      return column === undefined || place === undefined
        ? []
        : [{ column, body: -1, X_body_source: new Matrix4(), drop: 0, place }];
    });
    this.#contacts = [...touching, ...rolling];
    const jointSources = (part: string): readonly Source[] =>
      this.#model.joints.slice(0, MOST_ARROWS).flatMap(({ name, child, X_child_joint }) => {
        const column = columns.get(`load.${name}.${part}`);
        const X_body_source = matrixOf(X_child_joint);
        return column === undefined ? [] : [{ column, body: bodies.get(child) ?? -1, X_body_source, drop: 0 }];
      });
    this.#forces = jointSources("fx");
    this.#torques = jointSources("tx");
    const largest = (sources: readonly Source[]): Largest =>
      new LargestVector(
        rows,
        sources.map(({ column }) => column),
      );
    this.#largest = { contact: largest(this.#contacts), force: largest(this.#forces), torque: largest(this.#torques) };
  }

  place(t: number, bodies: readonly Matrix4[], ground: Matrix4, display: DisplayOptions): void {
    const rows = this.#rows;
    this.#contactArrows.begin();
    this.#jointArrows.begin();
    const legend: ArrowLegend[] = [];
    if (rows !== null && (display.contactForces || display.jointLoads) && rowsAround(this.#around, rows, t)) {
      const [a, b] = [rows.row(this.#around.low), rows.row(this.#around.high)];
      const longest = 0.9 * this.#sizes.radius * display.arrowScale;
      if (display.contactForces && this.#contacts.length > 0) {
        const scale = this.#scale("contact forces", "N", this.#colours.contact, this.#largest.contact, longest, legend);
        for (const source of this.#contacts) {
          this.#read(source, a, b, bodies, ground);
          this.#at.z -= source.drop;
          this.#contactArrows.force(this.#at, this.#vector.multiplyScalar(scale));
        }
      }
      if (display.jointLoads && this.#forces.length > 0) {
        const scale = this.#scale("joint forces", "N", this.#colours.force, this.#largest.force, longest, legend);
        for (const source of this.#forces) {
          this.#read(source, a, b, bodies, ground);
          this.#vector.transformDirection(this.#frame).multiplyScalar(this.#size(source, a, b) * scale);
          this.#jointArrows.force(this.#at, this.#vector);
        }
        // Where forces go through the joints, torques are rounding: drawn to scale they would look like loads.
        const least = 1e-7 * this.#largest.force.get() * this.#sizes.radius;
        const bend = this.#scale(
          "joint torques",
          "N m",
          this.#colours.torque,
          this.#largest.torque,
          0.5 * longest,
          legend,
          least,
        );
        for (const source of this.#torques) {
          this.#read(source, a, b, bodies, ground);
          this.#vector.transformDirection(this.#frame).multiplyScalar(this.#size(source, a, b) * bend);
          this.#jointArrows.torque(this.#at, this.#vector);
        }
      }
    }
    this.#contactArrows.end();
    this.#jointArrows.end();
    this.#legend = legend;
  }

  #scale(
    what: ArrowLegend["what"],
    unit: string,
    colour: string,
    of: Largest,
    longest: number,
    legend: ArrowLegend[],
    least = 0,
  ): number {
    const largest = of.get();
    const scale = largest > least ? metresPerUnit(largest, longest) : 0;
    const round = niceBelow(largest);
    if (scale > 0)
      legend.push({ what, colour, text: `${withPrefix(round, unit)} is ${withPrefix(round * scale, "m")} long` });
    return scale;
  }

  #read(
    { column, body, X_body_source, place }: Source,
    a: Float64Array,
    b: Float64Array,
    bodies: readonly Matrix4[],
    ground: Matrix4,
  ): void {
    const { part } = this.#around;
    this.#frame.multiplyMatrices(body < 0 ? ground : bodies[body], X_body_source);
    if (place === undefined) this.#at.setFromMatrixPosition(this.#frame);
    else
      this.#at
        .set(valueAt(a, b, place, part), valueAt(a, b, place + 1, part), valueAt(a, b, place + 2, part))
        .applyMatrix4(ground);
    this.#vector.set(valueAt(a, b, column, part), valueAt(a, b, column + 1, part), valueAt(a, b, column + 2, part));
  }

  #size({ column }: Source, a: Float64Array, b: Float64Array): number {
    const { part } = this.#around;
    return Math.hypot(valueAt(a, b, column, part), valueAt(a, b, column + 1, part), valueAt(a, b, column + 2, part));
  }

  get legend(): readonly ArrowLegend[] {
    return this.#legend;
  }

  /** Arrows of the last frame, for tests of the page. */
  get counts(): { readonly contacts: number; readonly forces: number; readonly torques: number } {
    const { forces, torques } = this.#jointArrows.counts;
    return { contacts: this.#contactArrows.counts.forces, forces, torques };
  }

  dispose(): void {
    this.#contactArrows.dispose();
    this.#jointArrows.dispose();
    this.group.removeFromParent();
  }
}
