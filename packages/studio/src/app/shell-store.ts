import { create } from "zustand";

/** What the shell shows over the page. */
export interface ShellState {
  readonly shows: "palette" | "help" | null;
  /** What the address holds is being read. */
  readonly isRestoring: boolean;
}

/** What is open of the shell itself. */
export const useShell = create<ShellState>()(() => ({ shows: null, isRestoring: false }));

/** Closes what the shell shows over the page. */
export const closeShell = (): void => useShell.setState({ shows: null });
