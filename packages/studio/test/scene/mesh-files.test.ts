import { afterEach, describe, expect, test, vi } from "vitest";
import { findFile, meshFilesOf, namesOf } from "../../src/scene/shapes/mesh-files.js";

afterEach(() => vi.unstubAllGlobals());

describe("where meshes are", () => {
  test("a file is known under its address, its path, and its name", () => {
    expect(namesOf("package://robot/meshes/arm.stl")).toEqual([
      "package://robot/meshes/arm.stl",
      "robot/meshes/arm.stl",
      "meshes/arm.stl",
      "arm.stl",
    ]);
  });

  test.each(["package://robot/meshes/arm.stl", "../meshes/arm.stl", "arm.stl", "C:\\robot\\meshes\\arm.stl"])(
    "a dropped folder has %s",
    (uri) => {
      expect(findFile({ "robot/meshes/arm.stl": 1 }, uri)).toBe(1);
    },
  );

  test("what is not there is not found", () => {
    expect(findFile({ "robot/arm.stl": 1 }, "package://robot/leg.stl")).toBeNull();
    expect(findFile({}, "toString")).toBeNull();
  });

  test("the server is asked beside the model, one name after another", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", (url: string) => {
      asked.push(url);
      const isThere = url === "/api/files/0/robots/meshes/arm%201.stl";
      return Promise.resolve(new Response(isThere ? "bytes" : null, { status: isThere ? 200 : 404 }));
    });
    const files = meshFilesOf({ kind: "file", name: "r.urdf", text: "", served: "0/robots/r.urdf" });
    const bytes = await files("package://robot/meshes/arm 1.stl");
    expect(new TextDecoder().decode(bytes ?? new Uint8Array())).toBe("bytes");
    expect(asked[0]).toBe("/api/files/0/robots/robot/meshes/arm%201.stl");
  });
});
