import { FileDown } from "lucide-react";
import { useEffect, useState } from "react";
import { givenFiles, type GivenFile } from "../files/given-files.js";
import { openGiven } from "../home/pick-files.js";
import "./drop-overlay.css";

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

/** Takes files that are dropped anywhere on the page, and says so while they hang above it. */
export function DropOverlay() {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // Entering a child comes before leaving its parent, so only counting tells whether the pointer is still inside.
    let depth = 0;
    const change = (event: DragEvent, by: number): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const listeners = {
      dragenter: (event: DragEvent) => change(event, 1),
      dragleave: (event: DragEvent) => change(event, -1),
      dragover: (event: DragEvent) => change(event, 0),
      drop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth = 0;
        setOver(false);
        // Asked for at once: the browser empties the transfer as soon as this listener returns.
        if (event.dataTransfer) void openGiven(givenFiles(event.dataTransfer).then((files) => files.map(withPath)));
      },
    };
    const entries = Object.entries(listeners) as [keyof typeof listeners, (event: DragEvent) => void][];
    for (const [name, listener] of entries) window.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of entries) window.removeEventListener(name, listener);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div className="drop-overlay" data-testid="drop-overlay">
      <FileDown aria-hidden />
      <strong>Drop to open</strong>
      <span>URDF, MJCF and JSON models with their meshes · CSV, Parquet and MCAP results · studies</span>
    </div>
  );
}

/** The file itself, which tells where it lay as one of a chosen folder does. */
function withPath({ path, file }: GivenFile): File {
  if (path !== file.name) Object.defineProperty(file, "webkitRelativePath", { value: path });
  return file;
}
