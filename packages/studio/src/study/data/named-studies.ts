/* A module of its own, so that whoever loads it loads the studies and not all of the library. */
export { studies } from "@kinetree/study";
