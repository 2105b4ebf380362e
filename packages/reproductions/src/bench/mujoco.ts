import type { MainModule } from "@mujoco/mujoco";

/** Note for reports without MuJoCo. */
export const MUJOCO_MISSING =
  "MuJoCo is not installed, so our stepping is compared with nothing. npm install @mujoco/mujoco next to kinetree adds it.";

/** MuJoCo in WebAssembly; null where it is not installed: it is a guest here and not a part. */
export async function loadMujoco(): Promise<MainModule | null> {
  try {
    const { default: load } = await import("@mujoco/mujoco");
    return await load();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") return null;
    throw error;
  }
}
