import { measure, type MeasurePlan } from "./measure.js";

/**
 * Numbers of accumulators that do not wait for one another. Two multipliers and two adders of three to four cycles need 12
 * to 16; how many the registers hold depends on the compiler, so that the best of these counts.
 */
const CHAIN_COUNTS = [10, 12, 13, 14];
const UNROLL = 8;
const ITERATIONS = 2000;
const LANES = 2;

/**
 * Largest rate of f64x2 multiplications and additions in WebAssembly on this machine [GFlop/s], half of each, without
 * fused operations: the roof that kernels are compared with.
 */
export async function peakGflops(plan: MeasurePlan): Promise<number> {
  let best = 0;
  for (const chains of CHAIN_COUNTS) best = Math.max(best, await gflops(chains, plan));
  return best;
}

async function gflops(chains: number, plan: MeasurePlan): Promise<number> {
  const { instance } = await WebAssembly.instantiate(peakModule(chains));
  const run = instance.exports["run"] as (iterations: number) => number;
  const ns = measure(() => run(ITERATIONS), 1, plan);
  return (ITERATIONS * UNROLL * chains * LANES) / ns;
}

// Opcodes of the WebAssembly core specification 2.0, section 5.4.
const MAGIC_AND_VERSION = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const I32 = 0x7f;
const F64 = 0x7c;
const V128 = 0x7b;
const LOCAL_GET = 0x20;
const LOCAL_SET = 0x21;
const F64_CONST = 0x44;
const F64X2_SPLAT = [0xfd, 0x14];
const F64X2_ADD = [0xfd, 0xf0, 0x01];
const F64X2_MUL = [0xfd, 0xf2, 0x01];
const F64X2_EXTRACT_0 = [0xfd, 0x21, 0x00];
const END = 0x0b;

/** `run(iterations)`: chains x ← x · a and x ← x + b in turn; returns their sum, so that nothing is left out. */
function peakModule(count: number): Uint8Array<ArrayBuffer> {
  const counter = 0;
  const factor = 1;
  const summand = 2;
  const chain = (i: number): number => 3 + i;
  const chains = Array.from({ length: count }, (_, i) => i);
  // So near to 1 and so small that no chain leaves the normal numbers.
  const start = [
    ...splat(1 - 2 ** -40),
    LOCAL_SET,
    factor,
    ...splat(2 ** -40),
    LOCAL_SET,
    summand,
    ...chains.flatMap((i) => [...splat(1 + i), LOCAL_SET, chain(i)]),
  ];
  const advance = (i: number): number[] => {
    const [operand, operation] = i % 2 === 0 ? [factor, F64X2_MUL] : [summand, F64X2_ADD];
    return [LOCAL_GET, chain(i), LOCAL_GET, operand, ...operation, LOCAL_SET, chain(i)];
  };
  const body = Array.from({ length: UNROLL }, () => chains.flatMap(advance)).flat();
  // counter ← counter − 1; again while it is not 0.
  const again = [LOCAL_GET, counter, 0x41, 1, 0x6b, 0x22, counter, 0x0d, 0];
  const loop = [0x03, 0x40, ...body, ...again, END];
  const sum = [LOCAL_GET, chain(0), ...chains.slice(1).flatMap((i) => [LOCAL_GET, chain(i), ...F64X2_ADD])];
  const locals = [1, count + 2, V128];
  const code = [...locals, ...start, ...loop, ...sum, ...F64X2_EXTRACT_0, END];
  return Uint8Array.from([
    ...MAGIC_AND_VERSION,
    ...section(1, [1, 0x60, 1, I32, 1, F64]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...named("run"), 0, 0]),
    ...section(10, [1, ...sized(code)]),
  ]);
}

const splat = (x: number): number[] => [F64_CONST, ...new Uint8Array(Float64Array.of(x).buffer), ...F64X2_SPLAT];

const section = (id: number, content: readonly number[]): number[] => [id, ...sized(content)];
const sized = (bytes: readonly number[]): number[] => [...leb128(bytes.length), ...bytes];
const named = (name: string): number[] => sized([...new TextEncoder().encode(name)]);

function leb128(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ;) {
    const low = rest & 0x7f;
    rest >>>= 7;
    if (rest === 0) return [...bytes, low];
    bytes.push(low | 0x80);
  }
}
