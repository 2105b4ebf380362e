import { create } from "zustand";

/** Id of the description of a study, among the server's files, that is to be run; the home page asks how. Null if there is none. */
export const useAskedStudy = create<{ readonly id: string | null }>()(() => ({ id: null }));
