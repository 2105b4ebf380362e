import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { HomeListing } from "../../src/api/types.js";
import { startStudio, type Studio } from "../../src/server/index.js";
import { ask, call, get, raw, scratch, studioOn } from "./support.js";

const folder = scratch();
const work = join(folder.path, "work");
let studio: Studio;

beforeAll(async () => {
  folder.write("work/arm.json", '{"kinetree": 1, "bodies": [], "joints": []}');
  folder.write("work/robots/ur5.urdf", "<robot name='ur5'/>");
  folder.write("work/robots/meshes/base.stl", new Uint8Array([0, 1, 2, 255]));
  folder.write("work/robots/walker.xml", "<mujoco model='walker'/>");
  folder.write("work/other.xml", "<html/>");
  folder.write("work/package.json", '{"name": "x"}');
  folder.write("work/swing.csv", "time,q\n0,0\n");
  folder.write("work/swing.csv.json", '{"kinetree": 1}');
  folder.write("work/swing.mcap", "x");
  folder.write("work/study.json", '{"name": "s", "scenario": {}, "samples": 1, "outputs": {}}');
  folder.write(
    "work/spring.ts",
    'import { defineStudy } from "@kinetree/study"; export const study = defineStudy({});',
  );
  folder.write("work/helper.ts", "export const x = 1;");
  folder.write("work/.hidden/arm.json", '{"kinetree": 1}');
  folder.write("work/node_modules/p/arm.json", '{"kinetree": 1}');
  folder.write("work/broken.study/manifest.json", "{");
  mkdirSync(join(work, "broken.study/chunks"));
  symlinkSync(work, join(work, "robots/round"));
  studio = await studioOn(folder, [work], { maxUpload: 10_000 });
});

afterAll(async () => {
  await studio.close();
  folder.remove();
});

const put = (name: string, body: BodyInit): ReturnType<typeof call<{ readonly id: string; readonly size: number }>> =>
  call(studio, "PUT", `/api/files/${name}`, { body });

describe("the listing", () => {
  test("has what the studio can open, by kind, once", async () => {
    const { body } = await call<HomeListing>(studio, "GET", "/api/home");
    expect(body.folders).toEqual([work]);
    expect(body.files.map(({ id, kind }) => [id, kind])).toEqual([
      ["0/arm.json", "model"],
      ["0/robots/ur5.urdf", "model"],
      ["0/robots/walker.xml", "model"],
      ["0/spring.ts", "study-description"],
      ["0/study.json", "study-description"],
      ["0/swing.csv", "result"],
      ["0/swing.mcap", "result"],
    ]);
    expect(body.files.filter(({ hasUnits }) => hasUnits).map(({ id }) => id)).toEqual(["0/swing.csv"]);
    expect(body.writable).toEqual({ id: "0", name: work });
    expect(body.open).toBeNull();
  });

  test("says what it leaves out, with the reason", async () => {
    const { body } = await call<HomeListing>(studio, "GET", "/api/home");
    expect(body.remarks).toEqual([expect.stringMatching(/broken\.study.*manifest\.json is damaged/) as string]);
  });

  test("without folders is empty, and says where studies go", async () => {
    const bare = await studioOn(folder, []);
    const { body } = await call<HomeListing>(bare, "GET", "/api/home");
    await bare.close();
    expect(body).toMatchObject({ folders: [], files: [], studies: [], open: null });
    expect(body.writable.name).toContain("kinetree-studies");
    expect(existsSync(join(folder.path, "kinetree-studies"))).toBe(false);
  });

  test("of one file opens it", async () => {
    const one = await studioOn(folder, [join(work, "arm.json")]);
    const { body } = await call<HomeListing>(one, "GET", "/api/home");
    await one.close();
    expect(body.files.map(({ id }) => id)).toEqual(["0/arm.json"]);
    expect(body.open).toEqual(body.files[0]);
  });

  test("a path that is not there is refused with the fix", async () => {
    await expect(startStudio({ paths: ["nowhere"], port: 0 })).rejects.toThrow(
      /no file or folder "nowhere"\. Check the path/,
    );
  });
});

describe("files", () => {
  test("come byte by byte", async () => {
    const response = await get(studio, "/api/files/0/robots/meshes/base.stl");
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 1, 2, 255]);
  });

  test("large ones come whole", async () => {
    const bytes = new Uint8Array(3_000_000).map((_, i) => i % 251);
    folder.write("work/large.mcap", bytes);
    const response = await get(studio, "/api/files/0/large.mcap");
    expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), Buffer.from(bytes))).toBe(0);
  });

  test("are not sent again if nothing has changed", async () => {
    const url = "/api/files/0/arm.json";
    const etag = (await get(studio, url)).headers.get("etag") ?? "";
    expect((await get(studio, url, { headers: { "if-none-match": etag } })).status).toBe(304);
  });

  test("an empty one is empty", async () => {
    folder.write("work/empty.csv", "");
    const response = await get(studio, "/api/files/0/empty.csv");
    expect({ status: response.status, text: await response.text() }).toEqual({ status: 200, text: "" });
  });
});

describe("saving", () => {
  test("writes the bytes", async () => {
    expect(await put("0/new.csv", "time\n0\n")).toMatchObject({ status: 201, body: { id: "0/new.csv", size: 7 } });
    expect(readFileSync(join(work, "new.csv"), "utf8")).toBe("time\n0\n");
  });

  test("does not replace unless told to", async () => {
    await put("0/twice.json", "1");
    expect(await put("0/twice.json", "2")).toMatchObject({ status: 409, body: { code: "already-there" } });
    expect(readFileSync(join(work, "twice.json"), "utf8")).toBe("1");
    expect((await put("0/twice.json?replace=1", "3")).status).toBe(201);
    expect(readFileSync(join(work, "twice.json"), "utf8")).toBe("3");
  });

  test("finds a free name if asked to", async () => {
    const ids = [];
    for (const text of ["1", "2", "3"]) ids.push((await put("0/many.csv.json?free=1", text)).body);
    expect(ids).toMatchObject([
      { id: "0/many.csv.json" },
      { id: "0/many (2).csv.json" },
      { id: "0/many (3).csv.json" },
    ]);
    expect(readFileSync(join(work, "many (2).csv.json"), "utf8")).toBe("2");
  });

  test("a file beyond the limit is refused with 413, announced or not, and leaves nothing", async () => {
    const before = readdirSync(work);
    expect(await put("0/big.json", "x".repeat(10_001))).toMatchObject({ status: 413, body: { code: "too-large" } });
    const head = `PUT /api/files/0/big.json HTTP/1.1\r\nHost: 127.0.0.1:${studio.port}\r\nConnection: close\r\nx-kinetree-token: ${studio.token}\r\n`;
    const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
    const answer = await raw(studio.port, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`);
    expect(answer.status).toBe(413);
    expect(readdirSync(work)).toEqual(before);
  });

  test("a connection that breaks leaves nothing", async () => {
    const before = readdirSync(work);
    const socket = connect(studio.port, "127.0.0.1");
    socket.write(
      `PUT /api/files/0/cut.json HTTP/1.1\r\nHost: 127.0.0.1:${studio.port}\r\nx-kinetree-token: ${studio.token}\r\nContent-Length: 100\r\n\r\nhalf`,
    );
    await vi.waitFor(() => expect(readdirSync(work).length).toBe(before.length + 1));
    socket.destroy();
    await vi.waitFor(() => expect(readdirSync(work)).toEqual(before));
    expect((await ask(studio, "GET /api/jobs")).status).toBe(200);
  });

  test.each([
    ["0/run.sh", 415],
    ["0/study.ts", 415],
    ["0/page.html", 415],
    ["0/noending", 415],
    ["0/.hidden.json", 404],
    ["0/nowhere/x.json", 404],
    ["0", 400],
    ["7/x.json", 404],
    ["0/broken.study/x.json", 409],
    ["0/%2e%2e/x.json", 400],
  ])("%s is refused with %i", async (id, expected) => {
    const { status } = await ask(
      studio,
      `PUT /api/files/${id}`,
      { "x-kinetree-token": studio.token, "Content-Length": "2" },
      "{}",
    );
    expect(status).toBe(expected);
  });

  test("without a folder goes into one that is made for it", async () => {
    const bare = await studioOn(folder, [], { studiesFolder: join(folder.path, "made") });
    const { body } = await call<HomeListing>(bare, "GET", "/api/home");
    expect((await call(bare, "PUT", `/api/files/${body.writable.id}/x.json`, { body: "{}" })).status).toBe(201);
    await bare.close();
    expect(readdirSync(join(folder.path, "made"))).toEqual(["x.json"]);
  });

  test("links that lead out are not written through", async () => {
    mkdirSync(join(folder.path, "outside"), { recursive: true });
    symlinkSync(join(folder.path, "outside"), join(work, "leads-out"));
    expect((await put("0/leads-out/x.json", "{}")).status).toBe(403);
    expect(readdirSync(join(folder.path, "outside"))).toEqual([]);
  });
});

describe("the page", () => {
  test.each(["/", "/model", "/study/0%2Fx.study", "/?a=1"])(
    "%s is the page, asked for anew each time",
    async (path) => {
      const response = await get(studio, path);
      expect(await response.text()).toContain("kinetree studio");
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(response.headers.get("cache-control")).toBe("no-cache");
    },
  );

  test("files whose names tell their contents are kept for ever", async () => {
    const response = await get(studio, "/assets/main-abc123.js");
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(await response.text()).toContain("answer = 42");
  });

  test.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ])("large texts are packed: %s", async (coding, unpack) => {
    const { port } = studio;
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      void import("node:http").then(({ get }) =>
        get(
          { port, host: "127.0.0.1", path: "/assets/main-abc123.js", headers: { "accept-encoding": coding } },
          (response) => {
            expect(response.headers["content-encoding"]).toBe(coding);
            const parts: Buffer[] = [];
            response.on("data", (part: Buffer) => parts.push(part));
            response.on("end", () => resolve(Buffer.concat(parts)));
            response.on("error", reject);
          },
        ),
      );
    });
    expect(bytes.length).toBeLessThan(1000);
    expect(unpack(bytes).toString()).toContain("answer = 42");
  });

  test("that is not built says so", async () => {
    const bare = await studioOn(folder, [], { appFolder: join(folder.path, "no-app") });
    expect(await call(bare, "GET", "/")).toMatchObject({ status: 503, body: { code: "page-not-built" } });
    await bare.close();
  });
});

describe("ports", () => {
  test("one that is taken and was asked for is refused with the fix", async () => {
    await expect(startStudio({ port: studio.port, appFolder: folder.app })).rejects.toThrow(
      new RegExp(`port ${studio.port} is in use by another program\\. Choose another`),
    );
  });

  test("two servers that nobody told get two", async () => {
    const one = await startStudio({ appFolder: folder.app });
    const two = await startStudio({ appFolder: folder.app });
    expect(one.port).toBeGreaterThanOrEqual(4170);
    expect(two.port).toBeGreaterThan(one.port);
    await Promise.all([one.close(), two.close()]);
  });

  test("a host that is not this machine's is refused with the fix", async () => {
    await expect(startStudio({ host: "192.0.2.1", port: 0, appFolder: folder.app })).rejects.toThrow(
      /cannot listen on "192\.0\.2\.1"/,
    );
  });
});
