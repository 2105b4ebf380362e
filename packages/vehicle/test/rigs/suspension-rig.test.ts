import { expect, test } from "vitest";
import { suspensionRig } from "../../src/rigs/suspension-rig.js";

test("curves pass through the kinematic table of the front suspension", () => {
  const { tables } = suspensionRig.run({ sweep: "travel", axle: "front", range: 12, poses: 3 });
  const [low, , high] = tables[0].rows as number[][];
  // At -12 and 12 degrees: up [mm], toe-in, camber [deg], forward, to the left [mm], spring, damper [m].
  [-99.2195, 1.04415, 1.03902, 7.2989, -33.4103, 0.292829, 0.418986].forEach((value, i) =>
    expect(low[i]).toBeCloseTo(value, 2),
  );
  [109.6574, -0.30829, -3.78995, -6.895, 7.7158, 0.19778, 0.323589].forEach((value, i) =>
    expect(high[i]).toBeCloseTo(value, 2),
  );
});

test("at full lock to the left the wheels stand at 28.09 and 24.84 degrees", () => {
  const { numbers } = suspensionRig.run({ sweep: "steer", poses: 3 });
  expect(numbers[0].value).toBeCloseTo(28.09356, 3);
  expect(numbers[1].value).toBeCloseTo(24.84201, 3);
});
