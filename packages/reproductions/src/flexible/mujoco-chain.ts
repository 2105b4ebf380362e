import type { MainModule, MjData, MjModel } from "@mujoco/mujoco";
import { rod } from "./frequencies.js";

/** A clamped rod as MuJoCo may have it: rigid segments on hinges with springs. */
export interface SegmentChain {
  readonly segments: number;
  /** Lowest and highest [rad/s]. */
  readonly lowest: number;
  readonly highest: number;
  /** Sets the step [s], bends the chain a little, and lets it go. */
  readonly start: (step: number) => void;
  readonly step: () => void;
  /** Since the start [s]; less than all steps together once MuJoCo has given up and begun again. */
  readonly time: () => number;
  readonly close: () => void;
}

/** Turns that stay in the realm of small motions [rad]. */
const SMALL = 1e-6;
const ITERATIONS = 300;

export function segmentChain(mj: MainModule, segments: number): SegmentChain {
  const model = mj.MjModel.from_xml_string(chainXml(segments));
  const data = new mj.MjData(model);
  return {
    segments,
    lowest: lowestOf(mj, model, data, segments),
    highest: highestOf(mj, model, data),
    start: (step) => {
      mj.mj_resetData(model, data);
      model.opt.timestep = step;
      (data.qpos as Float64Array).fill(1e-3);
    },
    step: () => mj.mj_step(model, data),
    time: () => data.time,
    close: () => {
      data.delete();
      model.delete();
    },
  };
}

/** E I / h of each spring [N m/rad]; I = A r² / 4. */
function springOf(segments: number): number {
  const { length, radius, youngsModulus } = rod;
  return (youngsModulus * Math.PI * radius ** 4 * segments) / (4 * length);
}

/** Hinges in the middles of equal lengths, which is where a segment bends on the average: twice the order of hinges at their ends. */
function chainXml(segments: number): string {
  const { length, radius, density } = rod;
  const [h, area] = [length / segments, Math.PI * radius * radius];
  let inner = "";
  for (let i = segments - 1; i >= 0; i--) {
    const own = i === segments - 1 ? h / 2 : h;
    const mass = density * area * own;
    const along = (mass * radius * radius) / 2;
    const across = (mass * own * own) / 12 + (mass * radius * radius) / 4;
    inner =
      `<body pos="${i === 0 ? h / 2 : h} 0 0"><joint type="hinge" axis="0 0 1" stiffness="${springOf(segments)}"/>` +
      `<inertial pos="${own / 2} 0 0" mass="${mass}" diaginertia="${along} ${across} ${across}"/>${inner}</body>`;
  }
  return (
    `<mujoco><option gravity="0 0 0" integrator="Euler"><flag contact="disable" constraint="disable"/></option>` +
    `<worldbody>${inner}</worldbody></mujoco>`
  );
}

/** By x ← K⁻¹ M x, where K is one spring for all [rad/s]. */
function lowestOf(mj: MainModule, model: MjModel, data: MjData, n: number): number {
  mj.mj_forward(model, data);
  const buffer = new mj.DoubleBuffer(n * n);
  try {
    mj.mj_fullM(model, data, buffer);
    const M = Float64Array.from(buffer.GetView() as Float64Array);
    const growth = growthOf(n, (x) => x.map((_, i) => x.reduce((sum, y, j) => sum + M[i * n + j] * y, 0)));
    return Math.sqrt(springOf(n) / growth);
  } finally {
    buffer.delete();
  }
}

/** By x ← M⁻¹ K x: accelerations of small turns [rad/s]. */
function highestOf(mj: MainModule, model: MjModel, data: MjData): number {
  const positions = data.qpos as Float64Array;
  const growth = growthOf(positions.length, (x) => {
    positions.set(x.map((each) => SMALL * each));
    mj.mj_forward(model, data);
    return Float64Array.from(data.qacc as Float64Array, (each) => each / SMALL);
  });
  return Math.sqrt(growth);
}

/** Of a vector that is multiplied again and again: the largest eigenvalue's size. */
function growthOf(n: number, multiply: (x: Float64Array) => Float64Array): number {
  let x = Float64Array.from({ length: n }, (_, i) => 1 + (i % 2 === 0 ? 0.5 : -0.5));
  let growth = 0;
  for (let k = 0; k < ITERATIONS; k++) {
    const y = multiply(x);
    growth = Math.hypot(...y) / Math.hypot(...x);
    x = y.map((each) => each / Math.hypot(...y));
  }
  return growth;
}
