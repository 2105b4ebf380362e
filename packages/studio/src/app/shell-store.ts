import { create } from "zustand";

export interface ShellState {
  readonly shows: "palette" | "help" | null;
  readonly isRestoring: boolean;
}

export const useShell = create<ShellState>()(() => ({ shows: null, isRestoring: false }));

export const closeShell = (): void => useShell.setState({ shows: null });
