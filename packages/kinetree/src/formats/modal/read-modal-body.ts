import { anything, aText, checkOptions, listOf, type OptionTypes } from "../../errors/option-types.js";
import { InvalidModelError } from "../../errors/invalid-model-error.js";
import { suggestName } from "../../errors/nearest-name.js";
import { mechanism } from "../../model/builder/mechanism.js";
import type { Real } from "../../model/real.js";
import type { Body, ModalBody, NumberTriple } from "../../model/types.js";
import { FormatError, quoted, type FormatIssue } from "../format-error.js";
import { csvMatrix, failAt } from "./csv-table.js";
import { lumpedIntegrals, rigidProperties, traceOf, type Lump } from "./lumped-integrals.js";
import { readNodes, readShapes, type LumpedNode, type NodeShapes } from "./modal-tables.js";

/** The texts of the tables of a modal body, in SI. */
export interface ModalBodyFiles {
  /** `name,x,y,z,mass` and perhaps `ixx,iyy,izz,ixy,ixz,iyz`: nodes with their shares of the mass. */
  readonly nodes: string;
  /** `node,direction,mode1,…`: a row for each node and direction `ux`, `uy`, `uz`, `rx`, `ry`, `rz`. */
  readonly shapes: string;
  /** Modal mass: a square matrix without a header. */
  readonly mass: string;
  /** Modal stiffness, likewise. */
  readonly stiffness: string;
  /** Modal damping, likewise; left out, `dampingRatio` holds. */
  readonly damping?: string;
}

/** How the tables of a modal body are taken. */
export interface ReadModalBodyOptions {
  /** The node that becomes the body frame: positions are relative to it, and its motion is subtracted from every shape. */
  readonly interface?: string;
  /** Nodes that can carry joints and loads; all if left out. The others only contribute their mass. */
  readonly keep?: readonly string[];
  /** Share of critical damping of each mode, where there is no table of it; 0 if left out. */
  readonly dampingRatio?: Real;
  /** Treatment of a modal mass that differs from that of the nodes by more than 1 %: an error if left out. */
  readonly massMismatch?: "error" | "warn";
}

/** A modal body from tables: the options of `modalBody` of the builder, and warnings. */
export interface ImportedModalBody {
  readonly body: Pick<Body, "mass" | "com" | "inertia"> & { readonly data: ModalBody };
  readonly warnings: readonly FormatIssue[];
}

/** Largest difference of the modal mass from that of the nodes, as a share. */
const MASS_TOLERANCE = 0.01;
const optionTypes: OptionTypes<ReadModalBodyOptions> = {
  interface: aText,
  keep: listOf(aText),
  dampingRatio: anything,
  massMismatch: anything,
};

/** Displacements or rotations this small, relative to the largest, count as zero. */
const STANDS_STILL = 1e-9;

/**
 * A modal body from the CSV tables of a finite-element program, such as a Craig-Bampton reduction; throws a `FormatError`
 * with the place of the mistake. Its integrals are sums over the nodes; the modal mass is that of the table, to which the second
 * moments are brought by equal shares along x, y and z.
 */
export function readModalBody(files: ModalBodyFiles, options: ReadModalBodyOptions = {}): ImportedModalBody {
  checkOptions(options, optionTypes);
  const nodes = readNodes(files.nodes);
  const { modes, at } = readShapes(files.shapes, nodes);
  const kept = keptNodes(nodes, options.keep);
  const lumps = nodes.map((node) => lumpOf(node, at.get(node.name), kept.has(node.name), modes));
  const fileMass = csvMatrix("mass.csv", files.mass, modes);
  const stiffness = csvMatrix("stiffness.csv", files.stiffness, modes);
  const given = lumpedIntegrals(lumps, modes);
  const warnings = massWarnings(fileMass, given.mass, options.massMismatch ?? "error");

  const placed = atInterface(nodes, lumps, options.interface);
  const { translation, firstMoments, ...sums } = placed === lumps ? given : lumpedIntegrals(placed, modes);
  // Subtracting a rigid motion changes the mass of the table as it changes that of the nodes.
  const mass = fileMass.map((row, i) => row.map((x, j) => x + (sums.mass[i][j] - given.mass[i][j])));
  const secondMoments = sums.secondMoments.map((row, i) =>
    row.map((tensor, j) => {
      const share = (mass[i][j] - traceOf(tensor)) / 3;
      return tensor.map((x, entry) => (entry % 4 === 0 ? x + share : x));
    }),
  );
  const data: ModalBody = {
    kind: "modal",
    mass,
    stiffness,
    damping:
      files.damping === undefined
        ? { ratio: options.dampingRatio ?? 0 }
        : csvMatrix("damping.csv", files.damping, modes),
    translation,
    firstMoments,
    secondMoments,
    nodes: placed.flatMap(({ position, shapes, slopes }, i) =>
      kept.has(nodes[i].name) ? [{ name: nodes[i].name, position, shapes, slopes }] : [],
    ),
    stiffnessScale: 1,
  };
  const body = { ...rigidProperties(placed), data };
  refuseUnsound(body);
  return { body, warnings };
}

function keptNodes(nodes: readonly LumpedNode[], keep: readonly string[] | undefined): ReadonlySet<string> {
  const names = new Set(nodes.map(({ name }) => name));
  for (const name of keep ?? []) if (!names.has(name)) failUnknown(name, "keep", names);
  return keep === undefined ? names : new Set(keep);
}

const failUnknown = (node: string, option: string, names: Iterable<string>): never => {
  const message = `node ${quoted(node)} of option ${option} is unknown. ${suggestName(node, names)}`;
  return failAt("nodes.csv", "unknown-node", null, message);
};

/** Without shapes a node can only be where nothing depends on them. */
function lumpOf(node: LumpedNode, found: NodeShapes | undefined, isKept: boolean, modes: number): Lump {
  const still = Array.from({ length: modes }, (): NumberTriple => [0, 0, 0]);
  const turns = isKept || node.inertia.some((entry) => entry !== 0);
  const refuse = (rows: string): never => {
    const fix =
      "Add these rows; 0 where it does not move. Nodes without attachments need no rotations: name the others in the option keep.";
    return failAt("shapes.csv", "node-without-shapes", null, `node ${quoted(node.name)} has no ${rows}. ${fix}`);
  };
  if (found === undefined && (turns || node.mass > 0)) refuse("ux, uy, uz");
  if (found !== undefined && found.slopes === null && turns) refuse("rx, ry, rz");
  return { ...node, shapes: found?.shapes ?? still, slopes: found?.slopes ?? still };
}

function massWarnings(
  given: readonly (readonly number[])[],
  ofNodes: readonly (readonly number[])[],
  mismatch: "error" | "warn",
): readonly FormatIssue[] {
  for (const [i, row] of given.entries())
    for (const [j, x] of row.entries()) {
      const size = Math.sqrt(Math.max(Math.abs(given[i][i] * given[j][j]), Math.abs(ofNodes[i][i] * ofNodes[j][j])));
      const difference = Math.abs(x - ofNodes[i][j]);
      if (difference <= MASS_TOLERANCE * size) continue;
      const message =
        `the modal mass of modes ${i + 1} and ${j + 1} is ${x}, but the nodes and their shapes make ${ofNodes[i][j]}: a difference of ` +
        `${((100 * difference) / size).toPrecision(3)} %. Bring mass and lengths to kg and m, export every node that has mass, ` +
        `or accept it with massMismatch: "warn".`;
      const issue: FormatIssue = { code: "modal-mass", message, line: i + 1, column: null, path: "", value: x };
      if (mismatch === "error") throw new FormatError("mass.csv", [issue]);
      return [issue];
    }
  return [];
}

/** Positions from the interface, and shapes relative to it. */
function atInterface(
  nodes: readonly LumpedNode[],
  lumps: readonly Lump[],
  wanted: string | undefined,
): readonly Lump[] {
  if (wanted === undefined) {
    requireStill(nodes, lumps);
    return lumps;
  }
  const index = nodes.findIndex(({ name }) => name === wanted);
  const names = nodes.map(({ name }) => name);
  if (index < 0) failUnknown(wanted, "interface", names);
  const base = lumps[index];
  return lumps.map((lump) => {
    const r = minus(lump.position, base.position);
    return {
      ...lump,
      position: r,
      shapes: lump.shapes.map((shape, j) => minus(minus(shape, base.shapes[j]), cross(base.slopes[j], r))),
      slopes: lump.slopes.map((slope, j) => minus(slope, base.slopes[j])),
    };
  });
}

/** The body frame moves with the body at its origin, so there the modes must not move it. */
function requireStill(nodes: readonly LumpedNode[], lumps: readonly Lump[]): void {
  const size = Math.max(...lumps.map(({ position }) => Math.sqrt(position.reduce((sum, x) => sum + x * x, 0))));
  const index = lumps.findIndex(({ position }) => position.every((x) => Math.abs(x) <= STANDS_STILL * size));
  if (index < 0) {
    const message =
      "no node is at the origin, where the body is held. Name the node in the option interface, or add it.";
    failAt("nodes.csv", "no-interface", null, message);
  }
  for (const kind of ["shapes", "slopes"] as const) {
    const largest = Math.max(...lumps.map((lump) => Math.max(...lump[kind].flat().map(Math.abs))));
    const mode = lumps[index][kind].findIndex((row) => row.some((x) => Math.abs(x) > STANDS_STILL * largest));
    if (mode < 0) continue;
    const name = quoted(nodes[index].name);
    const moves = `${kind === "shapes" ? "moves" : "turns"} it by [${lumps[index][kind][mode].join(", ")}]`;
    const fix = `Give interface: ${name}, which subtracts its motion from every shape.`;
    const message = `node ${name} is at the origin, but mode ${mode + 1} ${moves}, must be 0. ${fix}`;
    failAt("shapes.csv", "origin-moves", null, message);
  }
}

const minus = (a: NumberTriple, b: NumberTriple): NumberTriple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: NumberTriple, b: NumberTriple): NumberTriple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** The checks of a model, made where the tables are at hand: unphysical data are refused here, not in a model later. */
function refuseUnsound({ data, ...rigid }: ImportedModalBody["body"]): void {
  // A ratio may be a parameter of the model to come.
  const isOpen = "ratio" in data.damping && typeof data.damping.ratio !== "number";
  const checked = { ...rigid, data: isOpen ? { ...data, damping: { ratio: 0 } } : data };
  try {
    mechanism("modal tables").modalBody("body", checked).weld("root", { parent: "ground", child: "body" }).build();
  } catch (error) {
    if (!(error instanceof InvalidModelError)) throw error;
    const nowhere = { line: null, column: null, path: "" };
    const issues = error.issues.map(({ code, message, value }) => ({ code, message, ...nowhere, value }));
    throw new FormatError("modal tables", issues);
  }
}
