import {
  Box,
  CircleDot,
  Cog,
  Cpu,
  Disc3,
  Earth,
  Footprints,
  Layers,
  Link2,
  MapPin,
  MoveRight,
  Mountain,
  Rotate3d,
  Settings2,
  Spline,
  Waypoints,
  Zap,
} from "lucide-react";
import type { NodeKind } from "./model-tree.js";

const icons: Readonly<Record<NodeKind, typeof Box>> = {
  ground: Earth,
  group: Layers,
  body: Box,
  joint: Rotate3d,
  loop: Link2,
  load: MoveRight,
  actuator: Zap,
  controller: Cpu,
  contact: Footprints,
  tyre: Disc3,
  terrain: Mountain,
  constraint: Cog,
  shaft: Disc3,
  drive: Settings2,
  frame: CircleDot,
  beam: Spline,
  modal: Waypoints,
  station: MapPin,
};

export function NodeIcon({ kind }: { kind: NodeKind }) {
  const Icon = icons[kind];
  return <Icon aria-hidden />;
}
