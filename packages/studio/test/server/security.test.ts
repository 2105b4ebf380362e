import { symlinkSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Studio } from "../../src/server/index.js";
import { guard } from "../../src/server/guard.js";
import { isLoopback, ownNames } from "../../src/server/guard.js";
import { isToken, keyOf, newToken } from "../../src/server/token.js";
import { ask, call, raw, scratch, studioOn } from "./support.js";

const folder = scratch();
let studio: Studio;

beforeAll(async () => {
  folder.write("given/arm.json", '{"kinetree": 1}');
  folder.write("given/sub/inner.json", '{"kinetree": 1}');
  folder.write("given/page.html", "<script>alert(1)</script>");
  folder.write("given/.secret.json", '{"kinetree": 1}');
  folder.write("given/.git/config", "secret");
  folder.write("secret.json", '{"secret": true}');
  folder.write("given-too/near.json", '{"secret": true}');
  symlinkSync(join(folder.path, "secret.json"), join(folder.path, "given/out.json"));
  symlinkSync(folder.path, join(folder.path, "given/up"));
  symlinkSync(join(folder.path, "given/.git/config"), join(folder.path, "given/config.json"));
  symlinkSync(join(folder.path, "given/sub/inner.json"), join(folder.path, "given/in.json"));
  symlinkSync("nowhere", join(folder.path, "given/dangling.json"));
  studio = await studioOn(folder, [join(folder.path, "given")]);
});

afterAll(async () => {
  await studio.close();
  folder.remove();
});

const line = "GET /api/home";

describe("where it listens", () => {
  test("on loopback only", async () => {
    expect(studio.address).toBe(`http://127.0.0.1:${studio.port}/`);
    expect(studio.isLocal).toBe(true);
    const others = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    for (const { address } of others.filter(({ internal, family }) => !internal && family === "IPv4"))
      await expect(fetch(`http://${address}:${studio.port}/`)).rejects.toThrow("fetch failed");
  });

  test("loopback addresses are told from others", () => {
    expect(["127.0.0.1", "127.1.2.3", "::1", "localhost"].every(isLoopback)).toBe(true);
    expect(["0.0.0.0", "::", "192.168.0.1", "127.evil.org"].some(isLoopback)).toBe(false);
  });
});

describe("Host", () => {
  test.each(["127.0.0.1", "localhost", "[::1]", "LOCALHOST"])("%s is ours", async (name) => {
    expect((await ask(studio, line, { Host: `${name}:${studio.port}` })).status).toBe(200);
  });

  test.each(["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "127.0.0.1", "localhost"])(
    "%s is refused",
    async (name) => {
      const host = name.includes("evil") ? `${name}:${studio.port}` : name;
      const { status, body } = await ask(studio, line, { Host: host });
      expect(status).toBe(403);
      expect(JSON.parse(body)).toMatchObject({ code: "foreign-host" });
    },
  );

  test("another port is refused", async () => {
    expect((await ask(studio, line, { Host: `127.0.0.1:${studio.port + 1}` })).status).toBe(403);
  });

  test("said twice is refused", async () => {
    const twice = `GET /api/home HTTP/1.1\r\nHost: 127.0.0.1:${studio.port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`;
    expect((await raw(studio.port, twice)).status).toBeGreaterThanOrEqual(400);
  });

  test("left out is refused, in old requests too", async () => {
    expect((await raw(studio.port, "GET /api/home HTTP/1.1\r\nConnection: close\r\n\r\n")).status).toBe(400);
    expect((await raw(studio.port, "GET /api/home HTTP/1.0\r\n\r\n")).status).toBe(403);
  });

  test("a target with another host is refused", async () => {
    expect((await ask(studio, "GET http://evil.example/api/home")).status).toBe(400);
  });

  test("a chosen host is one of ours", () => {
    expect(ownNames("10.1.2.3", 4170).has("10.1.2.3:4170")).toBe(true);
    expect(ownNames("fe80::1", 4170).has("[fe80::1]:4170")).toBe(true);
    expect(ownNames("127.0.0.1", 80).has("localhost")).toBe(true);
    expect(ownNames("127.0.0.1", 4170).has("10.1.2.3:4170")).toBe(false);
  });
});

describe("Origin and Sec-Fetch-Site", () => {
  const own = (): string => `http://127.0.0.1:${studio.port}`;

  test("our own page may ask", async () => {
    expect((await ask(studio, line, { Origin: own(), "Sec-Fetch-Site": "same-origin" })).status).toBe(200);
  });

  test.each(["http://evil.example", "null", "https://127.0.0.1", "http://localhost:1"])(
    "pages of %s may not",
    async (origin) => {
      const { status, body } = await ask(studio, line, { Origin: origin });
      expect(status).toBe(403);
      expect(JSON.parse(body)).toMatchObject({ code: "foreign-origin" });
    },
  );

  test("our page under another name may not", async () => {
    expect((await ask(studio, line, { Origin: `http://localhost:${studio.port}` })).status).toBe(403);
  });

  test.each(["cross-site", "same-site"])("requests that are %s are refused", async (site) => {
    const headers = { "Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image" };
    expect((await ask(studio, line, headers)).status).toBe(403);
    expect((await ask(studio, "GET /", headers)).status).toBe(403);
  });

  test("a link of another site opens the page, and nothing else", async () => {
    const headers = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" };
    expect((await ask(studio, "GET /", headers)).status).toBe(200);
    expect((await ask(studio, line, headers)).status).toBe(403);
    expect((await ask(studio, "GET /api/files/0/arm.json", headers)).status).toBe(403);
    expect((await ask(studio, "POST /", headers)).status).toBe(403);
    expect((await ask(studio, "GET /", { ...headers, "Sec-Fetch-Dest": "iframe" })).status).toBe(403);
  });

  test("no answer allows other origins to read it", async () => {
    expect((await ask(studio, line)).head.toLowerCase()).not.toContain("access-control-allow-origin");
  });
});

describe("paths", () => {
  test.each(["/api/files/0/arm.json", "/api/files/0/sub/inner.json", "/api/files/0/sub%2finner.json"])(
    "%s is served",
    async (path) => expect((await ask(studio, `GET ${path}`)).status).toBe(200),
  );

  test.each([
    "/api/files/0/../secret.json",
    "/api/files/0/sub/../../secret.json",
    "/api/files/0/%2e%2e/secret.json",
    "/api/files/0/%2E%2E%2Fsecret.json",
    "/api/files/0/..%2fsecret.json",
    "/api/files/0/..%5csecret.json",
    "/api/files/0/..\\secret.json",
    "/api/files/0/.%2e/secret.json",
    "/api/files/0/./arm.json",
    "/api/files/0//etc/passwd",
    "/api/files/0/%2fetc%2fpasswd",
    "/api/files//etc/passwd",
    "/api/files/0/arm.json%00.txt",
    "/api/files/0/C:/secret.json",
    "/api/files/0/c:%5csecret.json",
    "/api/files/0/arm%0d%0a.json",
    "/api/files/0/%zz",
    "/../../etc/passwd",
    "/assets/../../secret.json",
    "/assets/..%2f..%2fsecret.json",
    "//etc/passwd",
    "*",
  ])("%s is refused as no path", async (path) => {
    const { status, body } = await ask(studio, `GET ${path}`);
    expect(body).not.toContain('secret"');
    expect(status).toBe(400);
  });

  test.each([
    ["/api/files/0/%252e%252e/secret.json", 404],
    ["/api/files/0/.secret.json", 404],
    ["/api/files/0/.git/config", 404],
    ["/.sources", 404],
    ["/api/files/1/secret.json", 404],
    ["/api/files/00/arm.json", 404],
    ["/api/files/-1/arm.json", 404],
    ["/api/files/0/missing.json", 404],
    ["/api/files/0/sub", 404],
    ["/api/files/0", 404],
    ["/api/files/", 404],
    ["/api/files/0/arm.json/more", 404],
    ["/api/nothing", 404],
    ["/assets/missing.js", 404],
    [`/api/files/0/${"x".repeat(300)}`, 400],
  ])("%s is answered with %i", async (path, expected) => {
    const { status, body } = await ask(studio, `GET ${path}`);
    expect(status).toBe(expected);
    expect(JSON.parse(body)).toMatchObject({
      code: expect.any(String) as string,
      message: expect.any(String) as string,
    });
  });

  test.each([
    ["in.json", 200],
    ["out.json", 403],
    ["up/secret.json", 403],
    ["up/given-too/near.json", 403],
    ["up/given/arm.json", 200],
    ["config.json", 403],
    ["dangling.json", 404],
  ])("the symbolic link %s is answered with %i", async (path, expected) => {
    const { status, body } = await ask(studio, `GET /api/files/0/${path}`);
    expect(body).not.toContain('"secret"');
    expect(status).toBe(expected);
  });

  test("files of the user are never pages of ours", async () => {
    const { status, head } = await ask(studio, "GET /api/files/0/page.html");
    expect(status).toBe(200);
    expect(head).toMatch(/content-type: application\/octet-stream/i);
    expect(head).toMatch(/content-disposition: attachment/i);
    expect(head).toMatch(/content-security-policy: sandbox; default-src 'none'/i);
    expect(head).toMatch(/x-content-type-options: nosniff/i);
  });

  test("a file that was given alone does not give its folder away", async () => {
    folder.write("alone/robot.urdf", "<robot/>");
    folder.write("alone/other.json", '{"secret": true}');
    folder.write("alone/meshes/link.stl", "solid x");
    const alone = await studioOn(folder, [join(folder.path, "alone/robot.urdf")]);
    try {
      expect((await call(alone, "GET", "/api/files/0/robot.urdf")).status).toBe(200);
      expect((await call(alone, "GET", "/api/files/0/meshes/link.stl")).status).toBe(200);
      expect((await call(alone, "GET", "/api/files/0/other.json")).status).toBe(403);
      expect((await call(alone, "PUT", "/api/files/0/new.json", { body: "{}" })).status).toBe(403);
    } finally {
      await alone.close();
    }
  });
});

describe("methods", () => {
  test.each(["DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])("%s is refused", async (method) => {
    const { status, head } = await ask(studio, `${method} /api/home`);
    expect(status).toBe(405);
    expect(head).toMatch(/allow: GET, HEAD, PUT, POST/i);
  });

  test.each(["POST /api/home", "PUT /api/jobs", "POST /", "PUT /index.html", "POST /api/files/0/x.json"])(
    "%s leads nowhere",
    async (request) => expect((await ask(studio, request, { "Content-Length": "0" })).status).toBe(404),
  );

  test("HEAD has no body", async () => {
    const { status, body } = await ask(studio, "HEAD /api/files/0/arm.json");
    expect({ status, body }).toEqual({ status: 200, body: "" });
  });
});

describe("the token", () => {
  test.each([
    ["PUT", "/api/files/0/new.json"],
    ["POST", "/api/jobs"],
    ["POST", "/api/jobs/job-1/pause"],
    ["POST", "/api/jobs/job-1/resume"],
    ["POST", "/api/studies/0/resume"],
    ["POST", "/api/studies/0/report"],
  ])("%s %s needs it", async (method, path) => {
    const body = "{}";
    expect(await call(studio, method, path, { body, token: null })).toMatchObject({
      status: 401,
      body: { code: "token-missing" },
    });
    expect(await call(studio, method, path, { body, token: newToken() })).toMatchObject({
      status: 401,
      body: { code: "token-wrong" },
    });
    expect(await call(studio, method, path, { body, token: studio.token.slice(0, -1) })).toMatchObject({ status: 401 });
    expect((await call(studio, method, path, { body })).status).not.toBe(401);
  });

  // Other users of the machine reach the same address.
  test.each([
    "/api/home",
    "/api/files/0/arm.json",
    "/api/files/0/missing.json",
    "/api/jobs",
    "/api/jobs/job-1",
    "/api/jobs/job-1/events",
    "/api/studies/0",
    "/api/studies/0/rows",
    "/api/studies/0/report",
    "/api/studies/0/code",
    "/api/nothing",
  ])("reading %s needs it", async (path) => {
    for (const method of ["GET", "HEAD"]) {
      for (const token of [null, newToken()]) {
        expect(await call(studio, method, path, { token })).toMatchObject({ status: 401 });
      }
      expect((await call(studio, method, path)).status).not.toBe(401);
    }
  });

  test("the page itself is for everyone", async () => {
    expect((await call(studio, "GET", "/", { token: null })).status).toBe(200);
    expect((await call(studio, "GET", "/assets/main-abc123.js", { token: null })).status).toBe(200);
  });

  test("a key opens its own address for reading, and nothing else", async () => {
    const path = "/api/files/0/sub/inner.json";
    const key = keyOf(studio.token, path);
    const status = async (method: string, asked: string): Promise<number> =>
      (await call(studio, method, asked, { token: null, ...(method === "PUT" ? { body: "{}" } : {}) })).status;
    expect(await status("GET", `${path}?key=${key}`)).toBe(200);
    expect(await status("GET", `/api/files/0/sub%2Finner.json?key=${key}`)).toBe(200);
    expect(await status("GET", `/api/files/0/arm.json?key=${key}`)).toBe(401);
    expect(await status("GET", `${path}?key=${key.slice(0, -1)}`)).toBe(401);
    expect(await status("GET", `${path}?key=`)).toBe(401);
    expect(await status("PUT", `${path}?key=${key}`)).toBe(401);
    expect(key).not.toContain(studio.token);
  });

  test("has 32 random bytes and is in the fragment of the address alone", async () => {
    expect(Buffer.from(studio.token, "base64url")).toHaveLength(32);
    expect(newToken()).not.toBe(newToken());
    expect(studio.url).toBe(`${studio.address}#token=${studio.token}`);
    for (const path of ["GET /", "GET /api/home", "GET /api/jobs"]) {
      const { head, body } = await ask(studio, path);
      expect(head + body).not.toContain(studio.token);
    }
  });

  test("is compared as a whole", () => {
    expect(isToken("secret", "secret")).toBe(true);
    expect(["", "secre", "secretx", "SECRET", undefined].some((given) => isToken(given, "secret"))).toBe(false);
  });
});

describe("headers", () => {
  test.each(["GET /", "GET /api/home", "GET /assets/main-abc123.js", "GET /nowhere.js", "GET /../x", "DELETE /"])(
    "%s has all that keep the page to itself",
    async (request) => {
      const head = (await ask(studio, request)).head.toLowerCase();
      expect(head).toContain("content-security-policy: default-src 'self'");
      for (const part of [
        "script-src 'self' 'wasm-unsafe-eval';",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cross-origin-opener-policy: same-origin",
        "cross-origin-embedder-policy: require-corp",
        "cross-origin-resource-policy: same-origin",
        "permissions-policy: ",
      ])
        expect(head).toContain(part);
      expect(head).not.toContain(" 'unsafe-eval'");
    },
  );
});

describe("slow and broken requests", () => {
  test("a head that never ends is cut off, sooner by a server with less patience", async () => {
    const impatient = await studioOn(folder, [], { timeouts: { head: 200, whole: 500 } });
    const patient = await studioOn(folder, [], { timeouts: { head: 600_000, whole: 600_000 } });
    try {
      const answers = [impatient, patient].map(async (asked) => ({
        asked,
        status: (await raw(asked.port, "GET / HTTP/1.1\r\nHost: 127.0.0.1")).status,
      }));
      const first = await Promise.race(answers);
      expect(first.asked).toBe(impatient);
      expect(first.status).toBe(408);
    } finally {
      await impatient.close();
      await patient.close();
    }
  });

  test("a body that never comes is cut off", async () => {
    const impatient = await studioOn(folder, [join(folder.path, "given")], { timeouts: { head: 200, whole: 500 } });
    try {
      const head = `PUT /api/files/0/slow.json HTTP/1.1\r\nHost: 127.0.0.1:${impatient.port}\r\nx-kinetree-token: ${impatient.token}\r\nContent-Length: 100\r\n\r\n{`;
      await raw(impatient.port, head);
      expect((await call(impatient, "GET", "/api/files/0/slow.json")).status).toBe(404);
    } finally {
      await impatient.close();
    }
  });

  test("no request is answered with a stack", async () => {
    const { status, body } = await ask(studio, "GARBAGE");
    expect(status).toBe(400);
    expect(body).not.toContain("at ");
  });

  test("heads beyond 16 KB are refused", async () => {
    expect((await ask(studio, "GET /", { "X-Long": "x".repeat(20_000) })).status).toBe(431);
  });
});

test("the guard lets nothing through before the server has a name", () => {
  expect(() => guard({ method: "GET", url: "/", headers: {}, rawHeaders: [] }, new Set())).toThrow(/not ""/);
});
