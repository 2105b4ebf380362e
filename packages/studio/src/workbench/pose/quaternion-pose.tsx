import { useRef } from "react";
import type { CoordinateInfo } from "../../engine/protocol.js";
import { moveCoordinates } from "../../run/actions.js";
import type { ReadColumn } from "../cursor-values.js";
import { fromRollPitchYaw, normalised, rollPitchYaw, type Quat } from "../rotation.js";
import { ValueSlider } from "../value-slider.js";

export interface QuaternionPoseProps {
  readonly joint: string;
  readonly coordinates: readonly CoordinateInfo[];
  readonly read: ReadColumn;
  readonly inDegrees: boolean;
  readonly answer: unknown;
  readonly refusal: string | null;
  readonly onMoved: () => void;
}

type Angles = readonly [number, number, number];

const names = ["roll", "pitch", "yaw"];
/** Pitch goes a quarter turn either way, the others half a turn. */
const ranges = [Math.PI, Math.PI / 2, Math.PI];

/** An orientation by roll, pitch and yaw: about x, then y, then z of the parent's joint frame. */
export function QuaternionPose({ joint, coordinates, read, inDegrees, answer, refusal, onMoved }: QuaternionPoseProps) {
  // Straight up, roll and yaw cannot be told apart: what was asked for stays as long as it is the same turn.
  const asked = useRef<Angles>([0, 0, 0]);
  const [w, x, y, z] = coordinates.map(({ name }) => read(name) ?? 0);
  const quat = normalised([w, x, y, z]);
  const angles = isSameTurn(fromRollPitchYaw(asked.current), quat) ? asked.current : rollPitchYaw(quat);
  const scale = inDegrees ? Math.PI / 180 : 1;
  const move = (at: number, value: number): void => {
    const [roll, pitch, yaw] = angles.map((angle, i) => (i === at ? value : angle));
    asked.current = [roll, pitch, yaw];
    const turned = fromRollPitchYaw(asked.current);
    onMoved();
    moveCoordinates(Object.fromEntries(coordinates.map((each, i) => [each.name, turned[i]])));
  };
  return names.map((name, i) => (
    <ValueSlider
      key={name}
      label={`${joint} ${name}`}
      title={name}
      value={angles[i] / scale}
      unit={inDegrees ? "deg" : "rad"}
      min={-ranges[i] / scale}
      max={ranges[i] / scale}
      decimals={inDegrees ? 3 : 5}
      onChange={(value) => move(i, value * scale)}
      answer={answer}
      refusal={i === 0 ? refusal : null}
      testId={`coordinate-q.${joint}.${name}`}
    />
  ));
}

/** Equal but for the rounding of what is computed on the way; a quaternion and its negative are the same turn. */
const isSameTurn = (a: Quat, b: Quat): boolean =>
  Math.abs(a.reduce((sum, part, i) => sum + part * b[i], 0)) > 1 - 1e-10;
