import { BufferAttribute, BufferGeometry, Mesh, type Object3D } from "three";
import { joined } from "./geometries.js";

/** Bytes of a mesh beyond which a page would stand still for seconds. */
const LARGEST_MESH = 200e6;

/**
 * Reads a mesh by the ending of its name: STL, OBJ, Collada and glTF. Loaders are fetched when first needed.
 * Throws with a sentence about what is wrong.
 */
export async function readMeshGeometry(uri: string, bytes: Uint8Array<ArrayBuffer>): Promise<BufferGeometry> {
  if (bytes.length > LARGEST_MESH)
    throw new Error(
      `it is ${Math.round(bytes.length / 1e6)} MB, must be at most ${LARGEST_MESH / 1e6} MB. Simplify it.`,
    );
  const ending = /\.([^./\\]+)$/.exec(uri)?.[1].toLowerCase() ?? "";
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const text = (): string => new TextDecoder().decode(bytes);
  switch (ending) {
    case "stl": {
      const { STLLoader } = await import("three/addons/loaders/STLLoader.js");
      try {
        return bareGeometry(new STLLoader().parse(buffer));
      } catch (error) {
        // A count of triangles that the file does not have.
        if (error instanceof RangeError)
          throw new Error("it is neither a binary nor a text STL file", { cause: error });
        throw error;
      }
    }
    case "obj": {
      const { OBJLoader } = await import("three/addons/loaders/OBJLoader.js");
      return flattened(new OBJLoader().parse(text()));
    }
    case "dae": {
      const { ColladaLoader } = await import("three/addons/loaders/ColladaLoader.js");
      const scene = new ColladaLoader().parse(text(), "")?.scene;
      if (scene === undefined) throw new Error("it is not a Collada file");
      // The loader turns z up into y up; the picture has z up, as the file.
      scene.rotation.set(0, 0, 0);
      return flattened(scene);
    }
    case "glb":
    case "gltf": {
      const { GLTFLoader } = await import("three/addons/loaders/GLTFLoader.js");
      const { scene } = await new GLTFLoader().parseAsync(buffer, "");
      scene.rotation.set(Math.PI / 2, 0, 0);
      return flattened(scene);
    }
    default:
      throw new Error(`the format ".${ending}" is not supported. Convert it to STL, OBJ, DAE or GLB.`);
  }
}

/** All meshes of a loaded scene as one geometry of positions and normals. */
function flattened(scene: Object3D): BufferGeometry {
  scene.updateMatrixWorld(true);
  const parts: BufferGeometry[] = [];
  scene.traverse((object) => {
    if (object instanceof Mesh && object.geometry instanceof BufferGeometry)
      parts.push(bareGeometry(object.geometry).applyMatrix4(object.matrixWorld));
  });
  if (parts.length === 0) throw new Error("it holds no triangles");
  return joined(parts);
}

function bareGeometry(geometry: BufferGeometry): BufferGeometry {
  const position = geometry.getAttribute("position");
  if (position === undefined || position.count === 0) throw new Error("it holds no triangles");
  const out = new BufferGeometry();
  const values = new Float32Array(position.count * 3);
  for (let i = 0; i < position.count; i++) values.set([position.getX(i), position.getY(i), position.getZ(i)], 3 * i);
  if (!values.every(Number.isFinite)) throw new Error("it holds a number that is not finite");
  out.setAttribute("position", new BufferAttribute(values, 3));
  if (geometry.index !== null) out.setIndex(geometry.index.clone());
  const separate = out.index === null ? out : out.toNonIndexed();
  separate.computeVertexNormals();
  return separate;
}
