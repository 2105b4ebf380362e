export { jointSizes, type JointSizes } from "../model/joint-sizes.js";
