import { arm7Ready, namedSystem } from "kinetree/systems";

/**
 * Where a built-in system starts when it is only named, how long it runs, and what is worth plotting.
 * @typedef {object} Start
 * @property {string} story one line
 * @property {number} tEnd [s]
 * @property {string} plot column of the result
 * @property {import("kinetree").StateByJoint} state
 */

/**
 * @param {string} name of the system
 * @param {import("kinetree").Model} model
 * @returns {Start}
 */
export function startOf(name, model) {
  switch (name) {
    case "pendulum":
      return { story: "from rest at 120°", tEnd: 10, plot: "q.hinge", state: { q: { hinge: (2 * Math.PI) / 3 } } };
    case "double-pendulum":
      return {
        story: "from rest, both rods in line at 2 rad",
        tEnd: 10,
        plot: "q.elbow",
        state: { q: { shoulder: 2 } },
      };
    case "lander":
      return {
        story: "falling and spinning, which throws the legs outwards; there is no ground yet",
        tEnd: 10,
        plot: "q.hip0",
        state: { v: { root: [0.1, 0.05, 1, 0.5, 0, 0] } },
      };
    case "arm7":
      return {
        story: "let go in its ready pose, without motors or stops",
        tEnd: 2,
        plot: "q.joint2",
        state: { q: Object.fromEntries(arm7Ready.map((angle, i) => [`joint${i + 1}`, angle])) },
      };
    case "torque-free-top":
      return {
        story: "spinning and wobbling",
        tEnd: 10,
        plot: "v.root.0",
        state: { v: { root: [0.5, 0, 5, 0, 0, 0] } },
      };
    case "heavy-top":
      return {
        story: "tilted by 30° and spinning fast",
        tEnd: 2,
        plot: "v.pivot.0",
        state: { q: { pivot: turnAboutX(Math.PI / 6) }, v: { pivot: [0, 0, 40] } },
      };
    default: {
      const tEnd = spans[/** @type {keyof typeof spans} */ (name)] ?? 5;
      return { story: "from where the list of systems has it start", tEnd, ...registered(name, model) };
    }
  }
}

/** Of systems that are fast: some turns, or as long as their source runs them [s]. */
const spans = { andrews: 0.03, "slider-crank": 0.5, "suspended-vehicle": 1 };

/**
 * The start that comes with the system, and the first coordinate that is a number of its own.
 * @param {string} name
 * @param {import("kinetree").Model} model
 * @returns {Pick<Start, "plot" | "state">}
 */
function registered(name, model) {
  const { name: joint, kind, coordinates } = model.joints[0];
  const isTurning = kind === "spherical" || kind === "free";
  const plot = `${isTurning ? "v" : "q"}.${joint}${coordinates.length > 1 ? ".0" : ""}`;
  // Systems that can have hinges or spherical joints start as those with hinges do.
  return { plot, state: kind === "spherical" ? { q: { [joint]: turnAboutX(1) } } : namedSystem(name).start };
}

/** @param {number} angle [rad] */
const turnAboutX = (angle) => [Math.cos(angle / 2), Math.sin(angle / 2), 0, 0];
