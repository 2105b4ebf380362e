import { defineConfig } from "vitest/config";

/**
 * In a process of their own: what is open in the page is state of modules, and a module that is loaded already cannot be given
 * another file system.
 */
const alone = ["packages/studio/test/{files,share}/**/*.test.ts", "packages/study/test/report/read-only.test.ts"];
const allocationTests = "packages/*/test/**/*allocations.test.ts";
const browserTests = "packages/*/test/browser/**/*.test.ts";

// Property tests over hundreds of mechanisms outlast vitest's 5 s, on a small or shared machine many times over: what takes so long
// hangs.
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    // Vitest would leave one core to itself; on two cores that is half of the machine.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "unit",
          include: ["packages/*/test/**/*.test.ts"],
          exclude: [browserTests, allocationTests, ...alone],
          setupFiles: ["packages/kinetree/test/support/verify-sharing.ts"],
          // Loading the library afresh for each of 200 files took a sixth of the time. No module has state of its own.
          isolate: false,
          ...timeouts,
        },
      },
      { test: { name: "unit-alone", include: alone, ...timeouts } },
      {
        test: {
          name: "unit-allocations",
          include: [allocationTests],
          // In a process of their own: what the compiler learned from other mechanisms decides whether a call allocates. On one thread V8 compiles when code has run often enough, not when another thread has had time for it: how many bytes
          // are counted depends on the code alone. Interpreted code allocates for every number, so optimisation stays on.
          pool: "forks",
          execArgv: ["--single-threaded", "--expose-gc"],
          ...timeouts,
        },
      },
      // These run in Node and drive a real Chromium through playwright-core.
      {
        test: {
          name: "browser",
          include: [browserTests],
          // Pages answer in their own time; one second is too short on a busy machine.
          expect: { poll: { timeout: 20_000 } },
          ...timeouts,
        },
      },
    ],
  },
});
