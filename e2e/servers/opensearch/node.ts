/**
 * A real node of OpenSearch, started from Maven's artifacts: JDK 17 or later and Maven must be
 * there. `HOPWISE_JAVA_HEAP` bounds its memory (1200m). It has neither users nor TLS: `door.ts`
 * stands before it where a password is wanted.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const here = import.meta.dirname;
const root = resolve(here, "../../..");
const jars = join(root, "node_modules/.cache/opensearch");

export interface OpenSearchNode {
  origin: string;
  /** Ends it at once, as a lost machine does. */
  kill(): Promise<void>;
  /** Ends it in good order. */
  stop(): Promise<void>;
}

export interface NodeOptions {
  /** Its data are kept there from one start to the next. */
  folder: string;
  port: number;
  settings?: Readonly<Record<string, string>>;
}

/** Resolves when its cluster answers, whatever its health. */
export async function startOpenSearch(options: NodeOptions): Promise<OpenSearchNode> {
  const { folder, port, settings = { "discovery.type": "single-node" } } = options;
  await fetchJars();
  await mkdir(join(folder, "config"), { recursive: true });
  const all = {
    "path.home": folder,
    "cluster.name": "hopwise-verify",
    "http.port": `${port}`,
    "transport.port": `${port + 100}`,
    "http.cors.enabled": "true",
    "http.cors.allow-origin": "/http://(localhost|127\\.0\\.0\\.1):[0-9]+/",
    "http.cors.allow-headers": "content-type, authorization",
    ...settings,
  };
  const heap = process.env["HOPWISE_JAVA_HEAP"] ?? "1200m";
  const log = openSync(join(folder, "node.log"), "a");
  const child = spawn(
    process.env["HOPWISE_JAVA"] ?? "java",
    [
      `-Xmx${heap}`,
      "-cp",
      join(jars, "*"),
      join(here, "Launch.java"),
      ...Object.entries(all).map(([name, value]) => `${name}=${value}`),
    ],
    { stdio: ["ignore", log, log] },
  );
  process.once("exit", () => child.kill("SIGKILL"));
  const origin = `http://127.0.0.1:${port}`;
  await answering(origin, child, folder);
  return {
    origin,
    kill: () => ended(child, "SIGKILL"),
    stop: () => ended(child, "SIGTERM"),
  };
}

/** Once: they stay where they are. */
async function fetchJars(): Promise<void> {
  const done = await stat(join(jars, "opensearch-2.19.6.jar")).catch(() => null);
  if (done !== null) return;
  const goal = ["-q", "-B", "-f", join(here, "pom.xml"), "dependency:copy-dependencies"];
  await promisify(execFile)("mvn", [...goal, `-DoutputDirectory=${jars}`]);
}

async function answering(origin: string, child: ChildProcess, folder: string): Promise<void> {
  for (let tries = 0; tries < 240; tries += 1) {
    if (child.exitCode !== null) throw new Error(`it ended at once: see ${folder}/node.log`);
    const health = await fetch(`${origin}/_cluster/health`).catch(() => null);
    if (health?.ok === true) return;
    await pause(500);
  }
  await ended(child, "SIGKILL");
  throw new Error(`it did not answer within two minutes: see ${folder}/node.log`);
}

async function ended(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}
