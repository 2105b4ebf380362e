import type { Material } from "../../model/flexible.js";

/* Round values of textbooks, at room temperature. */

export const aluminium: Material = Object.freeze({ density: 2700, youngsModulus: 70e9, shearModulus: 26e9 });

export const steel: Material = Object.freeze({ density: 7850, youngsModulus: 210e9, shearModulus: 81e9 });
