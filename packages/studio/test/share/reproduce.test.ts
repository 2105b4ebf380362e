import { readFileSync } from "node:fs";
import { beforeEach, expect, test, vi } from "vitest";
import { hold, openSource, pause, reset, runTo, setParameter, setSetup } from "../../src/run/actions.js";
import { useStudio } from "../../src/run/store.js";
import { writeAddress } from "../../src/share/address.js";
import { currentShared } from "../../src/share/current.js";
import { restoreFromAddress } from "../../src/share/restore.js";

// One engine, as a page has it.
vi.mock("../../src/run/engine.js", async () => {
  const { inProcessEngine } = await import("./in-process-engine.js");
  const engine = inProcessEngine();
  return { engine: () => engine };
});

beforeEach(() => useStudio.setState({ notices: [], openTrouble: null, opened: null }));

const system = (name: string, options: Record<string, number | string> = {}) =>
  ({ kind: "system", name, options }) as const;

const currentAddress = async (): Promise<string> => {
  const current = currentShared({ hashed: true });
  if (current === null) throw new Error("nothing is open");
  return writeAddress(current.shared);
};

const noticed = (): Promise<string> =>
  vi.waitFor(() => {
    const text = useStudio.getState().notices.find((notice) => /link/.test(notice.text))?.text;
    if (text === undefined) throw new Error("nothing was said yet");
    return text;
  }, 60_000);

test.each([system("double-pendulum"), system("four-bar"), system("n-pendulum", { n: 3 }), system("europa-lander")])(
  "$name: the link's run has the bits of the run it was made from",
  async (source) => {
    expect(await openSource(source)).toBe(true);
    await runTo(0.5);
    const address = await currentAddress();
    await openSource(system("pendulum"));
    expect(await restoreFromAddress(address)).toBe(true);
    expect(await noticed()).toMatch(/^The run matches that of the link bit for bit \(hash [0-9a-f]{16}\)\.$/);
    expect(useStudio.getState().history?.last).toBeGreaterThanOrEqual(0.5);
  },
);

test("mouse drags are in the link, and its run has the bits of the one that was dragged", async () => {
  vi.stubGlobal("requestAnimationFrame", (act: (now: number) => void) => setTimeout(() => act(performance.now()), 5));
  await openSource(system("double-pendulum"));
  const [{ name: body }] = useStudio.getState().opened?.model.bodies ?? [];
  const reached = async (t: number): Promise<void> => {
    await vi.waitFor(() => expect(useStudio.getState().history?.last ?? 0).toBeGreaterThan(t), 60_000);
  };
  for (const x of [0.3, 0.6]) {
    hold({ body, point: [0, 0, 0], target: [x, 0.1, -0.2] });
    await reached(x);
    hold({ body, point: [0, 0, 0], target: [-x, 0.1, 0.2] });
    await reached(x + 0.1);
    hold(null);
    await reached(x + 0.2);
  }
  pause();
  await vi.waitFor(() => expect(useStudio.getState().experiment?.drags?.at(-1)?.hold).toBeNull(), 60_000);
  const drags = useStudio.getState().experiment?.drags ?? [];
  expect(drags.filter((drag) => drag.hold === null).length).toBe(2);
  const address = await currentAddress();
  await openSource(system("pendulum"));
  expect(await restoreFromAddress(address)).toBe(true);
  expect(await noticed()).toMatch(/bit for bit/);
  expect(useStudio.getState().history?.first).toBe(0);
  expect(await currentAddress()).toBe(address);
  // Reset, the model runs by itself again.
  reset();
  await runTo(0.2);
  expect(useStudio.getState().experiment?.drags).toBeUndefined();
});

test("a run whose parameters and set-up were changed on the way is linked from where it changed", async () => {
  await openSource(system("double-pendulum"));
  await runTo(0.3);
  const { opened } = useStudio.getState();
  const [parameter] = opened?.model.parameters ?? [];
  if (parameter) await setParameter(parameter.name, parameter.value * 1.25);
  setSetup({ integrator: "dop853", tolerance: 1e-10 });
  await vi.waitFor(() => expect(useStudio.getState().experiment?.setup.integrator).toBe("dop853"));
  await runTo(0.8);
  const address = await currentAddress();
  expect(await restoreFromAddress(address)).toBe(true);
  expect(await noticed()).toMatch(/bit for bit/);
  expect(useStudio.getState().history?.first).toBeGreaterThan(0.25);
});

test("a link that was opened gives the same link again", async () => {
  await openSource(system("four-bar"));
  await runTo(0.5);
  const address = await currentAddress();
  await restoreFromAddress(address);
  await noticed();
  expect(await currentAddress()).toBe(address);
});

test("a link without a time opens the model and runs nothing", async () => {
  expect(await restoreFromAddress("#/model?system=four-bar")).toBe(true);
  expect(useStudio.getState()).toMatchObject({
    history: null,
    openTrouble: null,
    opened: { source: { name: "four-bar" } },
  });
});

test("the pose, the plots and what is shown come back", async () => {
  await openSource(system("four-bar"));
  const plots = [
    {
      id: 1,
      channels: [
        { name: "energy.total", axis: 0 },
        { name: "vel.coupler.x", axis: 1 },
      ],
    },
  ];
  const body = useStudio.getState().opened?.model.bodies[0].name ?? "";
  const traces = [{ body, point: [0, 0.5, 0] as const }];
  useStudio.setState(({ display }) => ({ plots, traces, duration: 4, display: { ...display, frames: true } }));
  const before = useStudio.getState();
  const address = await currentAddress();
  await openSource(system("pendulum"));
  await restoreFromAddress(address);
  const after = useStudio.getState();
  expect(after.plots).toStrictEqual(plots);
  expect(after.traces).toStrictEqual(traces);
  expect(after.display).toStrictEqual(before.display);
  expect(after.duration).toBe(4);
  expect(after.posed?.start).toStrictEqual(before.posed?.start);
});

test.each(
  [...readFileSync(new URL("../../../../docs/studio.md", import.meta.url), "utf8").matchAll(/^#\/model\?\S+/gm)].map(
    ([address]) => address,
  ),
)("%s of the documentation opens", async (address) => {
  expect(await restoreFromAddress(address)).toBe(true);
});

test.each([
  ["#/model?system=four-baar", /four-bar/],
  ["#/model?c=1.00000000&system=four-bar", /damaged/],
  ["#/model?system=four-bar&set.nothing=1", /nothing/],
])("%s is said to be wrong, with the cause", async (address, message) => {
  expect(await restoreFromAddress(address)).toBe(false);
  expect(useStudio.getState().openTrouble?.trouble.message).toMatch(message);
});

test("a link of another version is opened with a remark", async () => {
  expect(await restoreFromAddress("#/model?v=9.9.9&system=pendulum")).toBe(true);
  expect(
    useStudio
      .getState()
      .notices.map(({ text }) => text)
      .join(),
  ).toMatch(/made with kinetree 9\.9\.9/);
});
