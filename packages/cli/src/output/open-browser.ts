import { spawn } from "node:child_process";

/** Asks the desktop to show an address; silent where there is none. */
export function openBrowser(url: string): void {
  const [command, args] = opener(url);
  try {
    const child = spawn(command, args, { detached: true, stdio: "ignore", windowsHide: true });
    // No such program: the address is on the screen.
    child.on("error", () => {});
    child.unref();
  } catch {
    // The same, where the system says so at once.
  }
}

function opener(url: string): [command: string, args: string[]] {
  switch (process.platform) {
    case "darwin":
      return ["open", [url]];
    case "win32":
      // The first quoted word is the title of a window.
      return ["cmd", ["/c", "start", '""', url.replaceAll("&", "^&")]];
    default:
      return ["xdg-open", [url]];
  }
}
