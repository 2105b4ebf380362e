import { studies } from "@kinetree/study";

/** Studies by name, with what they are about. */
export const studyNames = (): [string, string][] => studies.map(({ name, title = "" }) => [name, title]);
