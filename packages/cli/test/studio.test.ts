import type { ChildProcess } from "node:child_process";
import { createServer, type Server } from "node:net";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { ended, kinetree, scratchFolder, startKinetree } from "./support/command.js";

const folder = scratchFolder();
afterAll(folder.remove);

let child: ChildProcess | null = null;
afterEach(async () => {
  if (child === null) return;
  const over = child.exitCode === null && child.signalCode === null ? ended(child) : null;
  child.kill("SIGKILL");
  await over;
  child = null;
});

interface Started {
  readonly child: ChildProcess;
  /** What it has said so far. */
  readonly said: () => { readonly stdout: string; readonly stderr: string };
  readonly url: string;
}

/** Starts the studio and waits for its address. */
function start(...args: readonly string[]): Promise<Started> {
  const made = startKinetree(["studio", ...args], folder.path);
  child = made;
  let stdout = "";
  let stderr = "";
  return new Promise((resolve, reject) => {
    made.stderr?.on("data", (part) => (stderr += String(part)));
    made.stdout?.on("data", (part) => {
      stdout += String(part);
      const url = /http:\/\/\S+#token=[\w-]{43}/.exec(stdout)?.[0];
      if (url !== undefined && stdout.endsWith("\n")) resolve({ child: made, said: () => ({ stdout, stderr }), url });
    });
    made.once("close", () => reject(new Error(`it ended: ${stderr}`)));
  });
}

describe("kinetree studio", () => {
  test("prints its address, serves, and ends with 130 at Ctrl-C", async () => {
    writeFileSync(join(folder.path, "arm.json"), '{"kinetree": 1, "name": "arm"}');
    const started = await start("arm.json", "--port", "0", "--no-open");
    expect(started.said().stdout).toBe(`kinetree studio: ${started.url}\n`);
    expect(started.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=/);
    const home = (await (
      await fetch(new URL("/api/home", started.url), {
        headers: { "x-kinetree-token": started.url.split("=")[1] ?? "" },
      })
    ).json()) as Record<string, unknown>;
    expect(home).toMatchObject({ folders: ["arm.json"], open: { id: "0/arm.json", kind: "model" } });
    const over = ended(started.child);
    started.child.kill("SIGINT");
    expect(await over).toBe(130);
    expect(started.said().stderr).not.toContain("warning");
  });

  test("ends with 143 where it is terminated, and says which studies go on", async () => {
    const { child: process, url, said } = await start("--port", "0", "--workers", "1");
    const response = await fetch(new URL("/api/jobs", url), {
      method: "POST",
      headers: { "content-type": "application/json", "x-kinetree-token": url.split("=")[1] ?? "" },
      body: JSON.stringify({ study: { named: "pendulum" }, samples: 100_000 }),
    });
    expect(response.status).toBe(201);
    const over = ended(process);
    process.kill("SIGTERM");
    expect(await over).toBe(143);
    expect(said().stderr).toContain("kinetree study resume kinetree-studies/pendulum.study goes on.");
  });

  test("with --json prints one document and no more", async () => {
    const { child: process, said, url } = await start("--json", "--port", "0", "--quiet");
    expect(JSON.parse(said().stdout)).toMatchObject({
      url,
      port: Number(new URL(url).port),
      pid: process.pid,
      paths: [],
    });
    expect(said().stderr).toBe("");
  });

  test("warns where others may reach it", async () => {
    const { said } = await start("--host", "0.0.0.0", "--port", "0");
    expect(said().stderr).toContain("warning: with --host 0.0.0.0 others on the network may reach this server");
  });
});

describe("what cannot be", () => {
  const refused = (...args: readonly string[]): { readonly code: number | null; readonly stderr: string } => {
    const { code, stderr } = kinetree(["studio", ...args], { cwd: folder.path });
    return { code, stderr };
  };

  test("a path that is not there", () => {
    expect(refused("nowhere")).toEqual({
      code: 3,
      stderr:
        'kinetree: there is no file or folder "nowhere". Check the path, or leave it out to see the built-in systems.\n',
    });
  });

  test("a port that is taken", async () => {
    const server: Server = createServer();
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { code, stderr } = refused("--port", String(port));
    server.close();
    expect(stderr).toContain(`port ${port} is in use by another program. Choose another one with --port`);
    expect(code).toBe(2);
  });

  test.each([
    [["--port", "70000"], "--port 70000 is no whole number from 0 to 65535."],
    [["--port", "x"], "--port x is no whole number"],
    [["--workers", "0"], "--workers 0 is no whole number from 1"],
    [["--max-upload", "much"], '--max-upload "much" is no size. Give one such as --max-upload "500 MB"'],
    [["--host", "a b"], '--host "a b" is no address.'],
  ])("%j", (args, message) => {
    const { code, stderr } = refused(...args);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
