import { Axis3d, Camera, Cuboid, Eye, Hand, LocateFixed, Maximize, Spline } from "lucide-react";
import type { DisplayOptions } from "../run/store.js";
import { IconButton, Menu, Popover } from "../ui/index.js";
import { DisplayPanel } from "./display-options.js";
import type { Projection, ViewPreset } from "./base/orbit.js";
import type { PointerTool } from "./input/pointer-input.js";

export interface SceneToolbarProps {
  readonly projection: Projection;
  readonly display: DisplayOptions;
  readonly isFlexible: boolean;
  readonly isFollowing: boolean;
  readonly onFollow: (on: boolean) => void;
  readonly onFit: () => void;
  readonly onPreset: (preset: ViewPreset) => void;
  readonly onProjection: (projection: Projection) => void;
  readonly onDisplay: (change: Partial<DisplayOptions>) => void;
  readonly onScreenshot: () => void;
  /** Left out: bodies are not dragged and not traced here. */
  readonly tool?: PointerTool | undefined;
  readonly onTool?: ((tool: PointerTool) => void) | undefined;
}

const presets: readonly (readonly [ViewPreset, string, string])[] = [
  ["iso", "Isometric", "from above, at an angle"],
  ["front", "Front", "along +Y"],
  ["side", "Side", "along −X"],
  ["top", "Top", "along −Z"],
  ["back", "Back", "along −Y"],
  ["left", "Other side", "along +X"],
];

export function SceneToolbar(props: SceneToolbarProps) {
  const { projection, display, tool, onTool } = props;
  const isParallel = projection === "orthographic";
  return (
    <div className="scene-toolbar" role="toolbar" aria-label="View">
      {tool !== undefined && onTool !== undefined && (
        <>
          <IconButton
            label="Drag bodies"
            shortcut="Shift+drag"
            icon={<Hand />}
            isPressed={tool === "drag"}
            onPress={() => onTool(tool === "drag" ? "orbit" : "drag")}
            data-testid="scene-drag"
          />
          <IconButton
            label="Trace a point: click on a body"
            icon={<Spline />}
            isPressed={tool === "trace"}
            onPress={() => onTool(tool === "trace" ? "orbit" : "trace")}
            data-testid="scene-trace"
          />
          <span className="scene-toolbar-gap" />
        </>
      )}
      <IconButton label="Fit the view" shortcut="F" icon={<Maximize />} onPress={props.onFit} data-testid="scene-fit" />
      <IconButton
        label="Follow the mechanism"
        icon={<LocateFixed />}
        isPressed={props.isFollowing}
        onPress={() => props.onFollow(!props.isFollowing)}
        data-testid="scene-follow"
      />
      <Menu
        label="View direction"
        trigger={<IconButton label="View direction" icon={<Axis3d />} data-testid="scene-presets" />}
        items={presets.map(([id, label, detail]) => ({ id, label, detail, onAction: () => props.onPreset(id) }))}
      />
      <IconButton
        label={isParallel ? "Perspective" : "Parallel projection"}
        icon={<Cuboid />}
        isPressed={isParallel}
        onPress={() => props.onProjection(isParallel ? "perspective" : "orthographic")}
        data-testid="scene-projection"
      />
      <Popover
        label="Display options"
        trigger={<IconButton label="Display options" icon={<Eye />} data-testid="scene-display" />}
      >
        <DisplayPanel display={display} isFlexible={props.isFlexible} onChange={props.onDisplay} />
      </Popover>
      <IconButton label="Save an image" icon={<Camera />} onPress={props.onScreenshot} data-testid="scene-screenshot" />
    </div>
  );
}
