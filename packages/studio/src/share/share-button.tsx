import { Share2 } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { Popover } from "../ui/index.js";
import { followAddress } from "./follow.js";
import "./share-button.css";

const SharePanel = lazy(async () => ({ default: (await import("./share-panel.js")).SharePanel }));

/** Makes a link of what is open; as long as it is there, the page's address follows what is open, too. */
export function ShareButton() {
  useEffect(() => followAddress(), []);
  return (
    <Popover
      label="Share"
      variant="quiet"
      trigger={
        <>
          <Share2 aria-hidden /> <span className="share-button-word">Share</span>
        </>
      }
    >
      <Suspense fallback={<div className="share-panel" />}>
        <SharePanel />
      </Suspense>
    </Popover>
  );
}
