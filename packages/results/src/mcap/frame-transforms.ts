/** JSON Schema of "foxglove.FrameTransforms"; the test compares it with the one of @foxglove/schemas. */
const numbers = (names: readonly string[]): object => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "number" }])),
  required: names,
});

export const frameTransformsSchema = Object.freeze({
  title: "foxglove.FrameTransforms",
  type: "object",
  properties: {
    transforms: {
      type: "array",
      items: {
        title: "foxglove.FrameTransform",
        type: "object",
        properties: {
          timestamp: {
            type: "object",
            title: "time",
            properties: {
              sec: { type: "integer", minimum: 0 },
              nsec: { type: "integer", minimum: 0, maximum: 999_999_999 },
            },
          },
          parent_frame_id: { type: "string" },
          child_frame_id: { type: "string" },
          translation: { title: "foxglove.Vector3", ...numbers(["x", "y", "z"]) },
          rotation: { title: "foxglove.Quaternion", ...numbers(["x", "y", "z", "w"]) },
        },
        required: ["timestamp", "parent_frame_id", "child_frame_id", "translation", "rotation"],
      },
    },
  },
  required: ["transforms"],
});
