import { defineConfig } from "vitest/config";

const browserTests = "packages/*/test/browser/**/*.test.ts";

// Property tests over hundreds of mechanisms outlast vitest's 5 s on a small or shared machine.
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    // Vitest would leave one core to itself; on two cores that is half of the machine.
    maxWorkers: "100%",
    projects: [
      { test: { name: "unit", include: ["packages/*/test/**/*.test.ts"], exclude: [browserTests], ...timeouts } },
      // These run in Node and drive a real Chromium through playwright-core.
      { test: { name: "browser", include: [browserTests], ...timeouts } },
    ],
  },
});
