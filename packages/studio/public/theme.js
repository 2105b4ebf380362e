// Before the first paint, so that nobody who chose dark sees a flash of white. ui/theme.ts has the rest.
(() => {
  let choice = "system";
  try {
    choice = JSON.parse(localStorage.getItem("studio.theme") ?? '"system"');
  } catch {
    // A forbidden storage: as the system has it.
  }
  const wantsDark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme =
    choice === "light" || choice === "dark" ? choice : wantsDark ? "dark" : "light";
})();
