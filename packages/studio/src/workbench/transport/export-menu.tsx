import { Download, FolderDown } from "lucide-react";
import { useEffect, useState } from "react";
import type { ExportPlace } from "../../files/export.js";
import { canSaveToFolder } from "../../files/save-to-folder.js";
import { notify } from "../../run/actions.js";
import { useStudio } from "../../run/store.js";
import { Menu } from "../../ui/index.js";

const formats = [
  { id: "csv", label: "CSV", detail: "all recorded columns as text" },
  { id: "parquet", label: "Parquet", detail: "all recorded columns, compact and exact" },
  { id: "mcap", label: "MCAP", detail: "for Foxglove, with moving frames" },
  { id: "gltf", label: "glTF animation", detail: "the animated mechanism for 3D programs" },
  { id: "webm", label: "WebM video", detail: "of the 3D view" },
  { id: "png", label: "PNG sequence", detail: "one image per frame, in a zip" },
] as const;

export function ExportMenu() {
  const isEmpty = useStudio(
    ({ history, historyVersion: _, result }) => (history?.length ?? 0) === 0 && result === null,
  );
  const [hasFolder, setHasFolder] = useState(false);
  const [place, setPlace] = useState<ExportPlace>("download");
  useEffect(() => void canSaveToFolder().then(setHasFolder), []);
  const placeItem = {
    id: "place",
    label: "Save to the folder",
    icon: <FolderDown aria-hidden />,
    detail: place === "folder" ? "on: to the server's folder" : "off: to your downloads",
    onAction: () => setPlace(place === "folder" ? "download" : "folder"),
  };
  const save = async (format: (typeof formats)[number]["id"]): Promise<void> => {
    if (isEmpty) {
      notify("info", "Nothing recorded yet. Run the model first, then export.");
      return;
    }
    try {
      const { exportRun } = await import("../../files/export.js");
      await exportRun(format, place);
    } catch (error) {
      notify("error", `The export failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return (
    <Menu
      label="Export"
      variant="quiet"
      trigger={
        <>
          <Download aria-hidden /> <span className="transport-word">Export</span>
        </>
      }
      items={[
        ...formats.map(({ id, label, detail }) => ({ id, label, detail, onAction: () => void save(id) })),
        ...(hasFolder ? [placeItem] : []),
      ]}
    />
  );
}
