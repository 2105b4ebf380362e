import type { Joint } from "kinetree";
import type { CoordinateInfo } from "../../engine/protocol.js";
import { hover, moveCoordinate, moveCoordinates, select } from "../../run/actions.js";
import { Badge } from "../../ui/index.js";
import type { ReadColumn } from "../cursor-values.js";
import { ValueSlider } from "../value-slider.js";
import "./joint-pose.css";
import type { PosedJoint } from "./posed-joints.js";
import { useRef } from "react";
import { fromRollPitchYaw, normalised, rollPitchYaw, type Quat } from "../rotation.js";

export interface JointPoseProps {
  readonly entry: PosedJoint;
  readonly read: ReadColumn;
  readonly inDegrees: boolean;
  readonly isMoved: boolean;
  readonly answer: unknown;
  readonly refusal: string | null;
  readonly onMoved: () => void;
}

const DEGREE = Math.PI / 180;

export function JointPose({ entry, read, inDegrees, isMoved, answer, refusal, onMoved }: JointPoseProps) {
  const { joint, labels, numbers, quaternion } = entry;
  const target = { kind: "joint", name: joint.name } as const;
  const isAlone = numbers.length === 1 && quaternion.length === 0;
  const name = (
    <button type="button" className="joint-pose-name" onClick={() => select(target)}>
      {joint.name}
    </button>
  );
  const badge = isMoved && <Badge tone="accent">moved</Badge>;
  const move = (coordinate: CoordinateInfo, value: number): void => {
    onMoved();
    moveCoordinate(coordinate.name, value);
  };
  return (
    <div className="joint-pose" onPointerEnter={() => hover(target)} onPointerLeave={() => hover(null)}>
      {!isAlone && (
        <div className="joint-pose-header">
          {name} <span>{joint.kind}</span> {badge}
        </div>
      )}
      {numbers.map((coordinate, i) => {
        const scale = coordinate.kind === "angle" && inDegrees ? DEGREE : 1;
        const label = isAlone ? joint.name : `${joint.name} ${labels[coordinate.index]}`;
        return (
          <ValueSlider
            key={coordinate.name}
            label={label}
            title={
              isAlone ? (
                <>
                  {name} {badge}
                </>
              ) : (
                labels[coordinate.index]
              )
            }
            value={(read(coordinate.name) ?? 0) / scale}
            unit={scale === 1 ? coordinate.unit : "deg"}
            min={Number.isFinite(coordinate.lower) ? coordinate.lower / scale : null}
            max={Number.isFinite(coordinate.upper) ? coordinate.upper / scale : null}
            decimals={scale === 1 ? 5 : 3}
            isTurning={coordinate.kind === "angle" && isFree(joint, coordinate.index)}
            onChange={(value) => move(coordinate, value * scale)}
            answer={answer}
            refusal={i === 0 ? refusal : null}
            testId={`coordinate-${coordinate.name}`}
          />
        );
      })}
      {quaternion.length === 4 && (
        <QuaternionPose
          joint={joint.name}
          coordinates={quaternion}
          read={read}
          inDegrees={inDegrees}
          answer={answer}
          refusal={numbers.length === 0 ? refusal : null}
          onMoved={onMoved}
        />
      )}
    </div>
  );
}

/** Whether a coordinate has no limits; those of the joint come in the order of its speeds, which here is that of the coordinates. */
const isFree = ({ kind, coordinates }: Joint, index: number): boolean =>
  kind !== "flexible" && (coordinates[index]?.lower ?? null) === null && (coordinates[index]?.upper ?? null) === null;

interface QuaternionPoseProps {
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
function QuaternionPose({ joint, coordinates, read, inDegrees, answer, refusal, onMoved }: QuaternionPoseProps) {
  // At a pitch of ±90° roll and yaw are not unique: keeps the angles that were entered while they give the same rotation.
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

/** Equal up to rounding; a quaternion and its negative are the same rotation. */
const isSameTurn = (a: Quat, b: Quat): boolean =>
  Math.abs(a.reduce((sum, part, i) => sum + part * b[i], 0)) > 1 - 1e-10;
