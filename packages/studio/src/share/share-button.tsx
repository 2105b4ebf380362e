import { Share2 } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { Popover } from "../ui/index.js";
import { followAddress } from "./follow.js";
import "./share-button.css";

const SharePanel = lazy(async () => ({ default: (await import("./share-panel.js")).SharePanel }));

/** Shows a link to the open model. While mounted, the page's address follows the model, too. */
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
