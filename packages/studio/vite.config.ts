import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { entryPointsOf } from "../../scripts/entry-points.mjs";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [react()],
  // From the sources of the workspace: no build of theirs has to come first. Longest names first.
  resolve: {
    alias: entryPointsOf(["kinetree", "results", "study"]).map(({ name, source }) => ({
      find: new RegExp(`^${name}$`),
      replacement: source,
    })),
  },
  worker: { format: "es" },
  build: { outDir: "app", emptyOutDir: true, target: "es2022", sourcemap: false, chunkSizeWarningLimit: 1500 },
});
