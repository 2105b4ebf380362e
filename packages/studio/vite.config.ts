import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const source = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [react()],
  // From the sources of the workspace: no build of theirs has to come first. Longest names first.
  resolve: {
    alias: [
      { find: "kinetree/formats", replacement: source("kinetree/src/formats.ts") },
      { find: "kinetree/web", replacement: source("kinetree/src/web.ts") },
      { find: /^kinetree$/, replacement: source("kinetree/src/index.ts") },
      { find: "@kinetree/results/plot", replacement: source("results/src/plot.ts") },
      { find: /^@kinetree\/results$/, replacement: source("results/src/index.ts") },
      { find: /^@kinetree\/study$/, replacement: source("study/src/index.ts") },
    ],
  },
  worker: { format: "es" },
  build: { outDir: "app", emptyOutDir: true, target: "es2022", sourcemap: false, chunkSizeWarningLimit: 1500 },
});
