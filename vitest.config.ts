import { defineConfig } from "vitest/config";

/** Tests of what is open in the page: that is state of modules. */
const pageTests = "packages/studio/test/{files,share}/**/*.test.ts";
const browserTests = "packages/*/test/browser/**/*.test.ts";

// Property tests over hundreds of mechanisms outlast vitest's 5 s on a small or shared machine.
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    // Vitest would leave one core to itself; on two cores that is half of the machine.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "unit",
          include: ["packages/*/test/**/*.test.ts"],
          exclude: [browserTests, pageTests],
          // Loading the library afresh for each of 200 files took a sixth of the time. No module has state of its own.
          isolate: false,
          ...timeouts,
        },
      },
      { test: { name: "unit-page", include: [pageTests], ...timeouts } },
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
