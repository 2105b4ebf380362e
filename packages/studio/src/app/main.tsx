import "@fontsource-variable/inter/wght.css";
// Before all components, so that their own rules win.
import "../ui/tokens.css";
import "../ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { notify } from "../run/actions.js";
import { onStorageTrouble, startTheme } from "../ui/index.js";
import { App } from "./app.js";
import { startAddress } from "./address.js";
import { startShortcuts } from "./shortcuts.js";
import { takeToken } from "../run/token.js";

startTheme();
onStorageTrouble((message) => notify("warning", message));
if (!takeToken())
  notify(
    "warning",
    "The browser blocks storage for this page. After a reload, open the address that kinetree studio printed again to reach files and studies.",
  );
// Uncaught errors are shown, too.
addEventListener("unhandledrejection", ({ reason }) => {
  notify("error", reason instanceof Error ? reason.message : String(reason));
});
startShortcuts();
startAddress();

const root = document.querySelector("#root");
if (!root) throw new Error('the page has no element "#root" to put the studio into');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
