import { create } from "zustand";
import { readStored, writeStored } from "./storage.js";

export type Theme = "light" | "dark";

export type ThemeChoice = Theme | "system";

interface ThemeState {
  readonly theme: Theme;
  readonly choice: ThemeChoice;
}

const wantsDark = (): MediaQueryList | null =>
  typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : null;

function resolve(choice: ThemeChoice): Theme {
  if (choice !== "system") return choice;
  return wantsDark()?.matches ? "dark" : "light";
}

function storedChoice(): ThemeChoice {
  const stored = readStored("theme");
  return stored === "light" || stored === "dark" ? stored : "system";
}

const useThemeState = create<ThemeState>()(() => {
  const choice = storedChoice();
  return { choice, theme: resolve(choice) };
});

export function setThemeChoice(choice: ThemeChoice): void {
  writeStored("theme", choice);
  show({ choice, theme: resolve(choice) });
}

/** Puts the theme on the document and follows the system from then on; called once at the start. */
export function startTheme(): void {
  show(useThemeState.getState());
  wantsDark()?.addEventListener("change", () => {
    const { choice } = useThemeState.getState();
    show({ choice, theme: resolve(choice) });
  });
}

export function toggleTheme(): void {
  setThemeChoice(useThemeState.getState().theme === "dark" ? "light" : "dark");
}

function show(state: ThemeState): void {
  document.documentElement.dataset["theme"] = state.theme;
  useThemeState.setState(state);
}

export function useTheme(): { theme: Theme; choice: ThemeChoice; setChoice: (choice: ThemeChoice) => void } {
  const { theme, choice } = useThemeState();
  return { theme, choice, setChoice: setThemeChoice };
}
