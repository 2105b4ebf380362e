/**
 * Coefficients of friction of a rubber tyre by what the ground is made of. Data of tyres are measured on a track of 0.8, which is what
 * a ground has that says nothing. The others are ours, in the middle of what is measured.
 */
export const groundMaterials = Object.freeze({
  "test-track": 0.8,
  "dry-asphalt": 0.9,
  "wet-asphalt": 0.6,
  gravel: 0.6,
  "packed-snow": 0.3,
  ice: 0.1,
});

/** Name of a material. */
export type GroundMaterial = keyof typeof groundMaterials;
