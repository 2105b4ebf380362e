import { modelDefaults } from "../../../model/defaults.js";
import { alongSpeed } from "../../../model/loads/joint-force.js";
import type { CoordinateRef } from "../../../model/types.js";
import { index, text } from "../codec/plain-codecs.js";
import type { Reading } from "../codec/reading.js";
import { record, type Siblings } from "../codec/record-codec.js";
import { withShortForm } from "../codec/short-form.js";
import { angularOrLinear, isKnownMotion, measuresOfJoint, type CoordinateMeasures } from "./measures.js";

/** What a coordinate of a joint that has been read measures. */
export function measuresAt(reading: Reading, { joint, coordinate = 0 }: Siblings): CoordinateMeasures {
  const motion = reading.joints.get(String(joint));
  const isKnown = motion !== undefined && isKnownMotion(motion);
  return (isKnown ? measuresOfJoint(motion)[Number(coordinate)] : undefined) ?? angularOrLinear;
}

const fullCoordinateRef = record<CoordinateRef>({
  title: "coordinate-reference",
  doc: "One coordinate of a joint: this object, or the name of the joint for its first.",
  fields: {
    joint: { doc: alongSpeed.joint.doc, codec: text },
    coordinate: {
      doc: alongSpeed.coordinate.doc,
      codec: index,
      default: modelDefaults.coordinateRef.coordinate,
    },
  },
});

export const coordinateRef = withShortForm<CoordinateRef, string>(fullCoordinateRef, {
  types: ["string"],
  codec: { ...text, label: "name of the joint" },
  from: (joint) => ({ joint, coordinate: modelDefaults.coordinateRef.coordinate }),
  to: ({ joint, coordinate }) => (coordinate === modelDefaults.coordinateRef.coordinate ? joint : undefined),
});
