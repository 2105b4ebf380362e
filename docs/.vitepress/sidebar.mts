import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DefaultTheme } from "vitepress";

type Item = DefaultTheme.SidebarItem;

const page = (text: string, link: string): Item => ({ text, link });

export const guide: Item[] = [
  {
    text: "Start",
    items: [
      page("Getting started", "/getting-started"),
      page("Studio", "/studio"),
      page("Gallery", "/gallery"),
      page("Conventions", "/conventions"),
    ],
  },
  {
    text: "Mechanisms",
    items: [
      page("Models in TypeScript", "/models"),
      page("Model files", "/model-format"),
      page("Closed loops", "/closed-loops"),
      page("Shafts and drives", "/shafts"),
      page("Flexible bodies", "/flexible-bodies"),
      page("Contact", "/contact"),
      page("Tyres", "/tyres"),
      page("Grounds", "/grounds"),
      page("Vehicles", "/vehicles"),
      page("Tests of vehicles", "/vehicle-tests"),
      page("Command line", "/command-line"),
    ],
  },
  {
    text: "Simulation and results",
    items: [
      page("Simulation", "/simulation"),
      page("Implicit integration", "/implicit-integration"),
      page("Results and plots", "/results"),
      page("Studies", "/studies"),
      page("Reports of studies", "/study-report"),
      page("Analysis", "/analysis"),
      page("Accuracy", "/accuracy"),
      page("Performance", "/performance"),
    ],
  },
  {
    text: "Reproductions",
    items: [
      page("Europa lander", "/reproductions/europa-lander"),
      page("Space platforms", "/reproductions/flexible-cases"),
      page("n-body pendulum", "/reproductions/implicit-pendulum"),
      page("Implicit integrators measured", "/reproductions/implicit-performance"),
    ],
  },
  {
    text: "Coming from",
    items: [page("URDF", "/urdf"), page("MuJoCo", "/mjcf"), page("Drake", "/drake"), page("Chrono", "/chrono")],
  },
  {
    text: "How it works",
    items: [
      page("Internals", "/inside"),
      page("Glossary", "/glossary"),
      {
        text: "Algorithms",
        link: "/algorithms/",
        collapsed: true,
        items: [
          page("Articulated bodies", "/algorithms/articulated-body"),
          page("Mass matrix", "/algorithms/mass-matrix"),
          page("Closures", "/algorithms/closures"),
          page("Tree and cut joints", "/algorithms/tree-augmented"),
          page("Compound bodies", "/algorithms/embedded"),
          page("Coordinate partitioning", "/algorithms/partitioned"),
          page("Free bodies and a controller", "/algorithms/augmented"),
          page("Flexible bodies", "/algorithms/flexible-bodies"),
          page("Newton-Euler", "/algorithms/newton-euler"),
          page("Couplers", "/algorithms/couplers"),
          page("Derivatives", "/algorithms/derivatives"),
          page("Equilibrium", "/algorithms/equilibrium"),
          page("Modes", "/algorithms/modes"),
          page("Rotations in a step", "/algorithms/manifold"),
          page("Integrators", "/algorithms/integrators"),
          page("Implicit integration", "/algorithms/implicit-integration"),
          page("Step control", "/algorithms/step-control"),
          page("Dense output", "/algorithms/dense-output"),
          page("Events", "/algorithms/events"),
          page("Energy balance", "/algorithms/energy-balance"),
          page("Elementary functions", "/algorithms/elementary-functions"),
          page("Lanes and batches", "/algorithms/lanes"),
        ],
      },
    ],
  },
];

const api = fileURLToPath(new URL("../api", import.meta.url));

/**
 * The API reference as TypeDoc wrote it: entry points and the headings of their index pages. What stands below those is left to
 * the index pages and the search, since the sidebar is a part of every page of the site.
 */
export function reference(): Item[] {
  const isMain = (path: string): number => (path.startsWith("kinetree") ? 0 : 1);
  const paths = entryPoints("").sort((a, b) => isMain(a) - isMain(b));
  return paths.map((path) => ({ ...page(path, `/api/${path}/`), items: headingsOf(path) }));
}

/** Folders with an index page, outer ones before those within them. */
function entryPoints(path: string): string[] {
  const folder = join(api, path);
  if (!existsSync(folder)) return [];
  const inner = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => entryPoints(path === "" ? name : `${path}/${name}`));
  return path !== "" && existsSync(join(folder, "index.md")) ? [path, ...inner] : inner;
}

function headingsOf(path: string): Item[] {
  const text = readFileSync(join(api, path, "index.md"), "utf8");
  return [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) =>
    page(heading, `/api/${path}/#${heading.toLowerCase().replaceAll(" ", "-")}`),
  );
}
