/**
 * Sizes and times of the table in J. Cameron, S. Myint, C. Kuo, A. Jain, H. Grip, P. Jayakumar, J. Overholt, "Real-time and
 * high-fidelity simulation environment for autonomous ground vehicle dynamics", NDIA Ground Vehicle Systems Engineering and
 * Technology Symposium (2013), by its letters: constraint embedding, tree augmented, fully augmented.
 */
export const published = {
  CE: { coordinates: 15, constraints: 0, ratio: 1 },
  TA: { coordinates: 45, constraints: 30, ratio: 4.1 },
  FA: { coordinates: 216, constraints: 201, ratio: 120 },
} as const;
