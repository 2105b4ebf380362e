/** Kinds of joints as URDF calls them. */
export const urdfJointTypes = ["revolute", "continuous", "prismatic", "fixed", "floating", "planar"] as const;

export type UrdfJointType = (typeof urdfJointTypes)[number];

export const isJointType = (name: string): name is UrdfJointType =>
  (urdfJointTypes as readonly string[]).includes(name);

/** Ball joints are no part of URDF, but Bullet and MuJoCo read them and public robots have them. */
export type ReadableJointType = UrdfJointType | "spherical";
