import { mechanism } from "kinetree";
import { expect, it } from "vitest";
import { loadSheet } from "../../src/workbench/inspect/load-sheet.js";

const link = { mass: 1, inertia: [1, 1, 1] as [number, number, number] };
const { loads } = mechanism("every load")
  .body("one", link)
  .body("two", link)
  .revolute("hinge", { parent: "ground", child: "one", axis: [0, 1, 0] })
  .cylindrical("shaft", { parent: "ground", child: "two", axis: [0, 0, 1] })
  .pointSpring("spring", { a: "one", b: "two", stiffness: 3, freeLength: 0.5 })
  .torsionSpring("torsion", { a: "one", b: "two", stiffness: 3 })
  .bushing("bushing", { a: "one", b: "two", stiffness: [1, 2, 3, 4, 5, 6] })
  .wrench("wrench", { at: "one", along: "world", force: [1, 0, 0] })
  .jointForce("push", { joint: "hinge", force: 2 })
  .coordinateSpring("bar", { a: "hinge", b: { joint: "shaft", coordinate: 1 }, stiffness: 7, ratio: -1 })
  .build();

it.each<[string, readonly string[], readonly string[]]>([
  ["spring", ["from", "place on one", "to", "place on two"], ["stiffness N/m", "free length m", "damping N s/m"]],
  ["torsion", ["from", "place on one", "to", "place on two"], ["stiffness N m/rad", "rest rad", "damping N m s/rad"]],
  [
    "bushing",
    ["from", "place on one", "to", "place on two"],
    ["stiffness, turning N m/rad", "stiffness, moving N/m", "damping, turning N m s/rad", "damping, moving N s/m"],
  ],
  ["wrench", ["on", "place on one", "along axes of"], ["force x N"]],
  ["push", ["along", "coordinate"], ["force N or N m"]],
  [
    "bar",
    ["a", "b", "b coordinate"],
    ["ratio ", "stiffness N/m or N m/rad", "rest m or rad", "damping N s/m or N m s/rad"],
  ],
])("the sheet of %s / where it acts, and its law with units", (name, places, law) => {
  const load = loads.find((each) => each.name === name);
  if (load === undefined) throw new Error(name);
  const [acts, follows] = loadSheet(load, load).sections;
  expect(acts.properties.map(({ label }) => label)).toEqual(places);
  expect(follows.properties.map((each) => `${each.label} ${"unit" in each ? each.unit : ""}`)).toEqual(law);
});
