export { isSameData } from "../../../model/same-data.js";
