import { defineConfig } from "vitepress";
import { equations } from "./equations.mts";
import { outsideLinks } from "./outside-links.mts";
import { guide, reference } from "./sidebar.mts";

export default defineConfig({
  title: "kinetree",
  description: "Multibody dynamics in TypeScript: described once, compiled to WebAssembly, the same bits everywhere",
  lang: "en-GB",
  srcExclude: ["node_modules/**"],
  head: [["link", { rel: "icon", type: "image/svg+xml", href: "/logo.svg" }]],
  // The index page of the library is one large file; that is no reason for a warning.
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  markdown: {
    theme: { light: "github-light", dark: "github-dark" },
    config: (md) => {
      md.use(outsideLinks);
      md.use(equations);
    },
  },
  themeConfig: {
    logo: { light: "/logo.svg", dark: "/logo-dark.svg" },
    nav: [
      { text: "Guide", link: "/getting-started", activeMatch: "^/(?!algorithms|gallery|api|source)." },
      { text: "Algorithms", link: "/algorithms/", activeMatch: "^/algorithms/" },
      { text: "Gallery", link: "/gallery" },
      { text: "API", link: "/api/", activeMatch: "^/api/" },
    ],
    sidebar: { "/": guide, "/api/": reference() },
    outline: { level: [2, 3] },
    // An index made at build time and searched in the page: nothing is asked of any server.
    search: {
      provider: "local",
      options: { _render: (source, env, md) => (env.relativePath.startsWith("source/") ? "" : md.render(source, env)) },
    },
    footer: { message: "Every program on these pages is executed by the tests. Apache-2.0." },
  },
});
