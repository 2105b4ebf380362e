import type { MainModule } from "@mujoco/mujoco";

/** What to do where there is no MuJoCo. */
export const MUJOCO_MISSING =
  "MuJoCo is not installed, so that nothing stands beside our stepping. npm install @mujoco/mujoco beside kinetree adds it.";

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
