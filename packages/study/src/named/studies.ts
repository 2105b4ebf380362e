import { unknownName } from "kinetree/tools";
import type { Study } from "../description/study.js";
import { europaLanderChoicesStudy, europaLanderQuickStudy, europaLanderStudy } from "./europa-lander-studies.js";
import { pendulumStudy } from "./pendulum-study.js";

/** The studies that come with this package; `namedStudy` finds one of them. Their `title` is the line for a list. */
export const studies: readonly Study[] = Object.freeze([
  europaLanderStudy,
  europaLanderQuickStudy,
  europaLanderChoicesStudy,
  pendulumStudy,
]);

/** The study of that name. */
export function namedStudy(name: string): Study {
  const found = studies.find((each) => each.name === name);
  if (found) return found;
  throw unknownName(
    "study",
    name,
    studies.map((each) => each.name),
  );
}
