/**
 * `HOPWISE_JAVA` names a java, `HOPWISE_JAVA_HEAP` its memory. The node has no users or TLS;
 * `door.ts` adds a password.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

export interface SearchNode {
  origin: string;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface NodeOptions {
  /** The node's data persist there. */
  folder: string;
  port: number;
  settings?: Readonly<Record<string, string>>;
}

/** Resolves when the cluster answers, whatever its health. */
export async function startNode(
  launch: readonly string[],
  { folder, port, settings = { "discovery.type": "single-node" } }: NodeOptions,
): Promise<SearchNode> {
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
  const named = Object.entries(all).map(([name, value]) => `${name}=${value}`);
  const java = process.env["HOPWISE_JAVA"] ?? "java";
  const child = spawn(java, [`-Xmx${heap}`, ...launch, ...named], { stdio: ["ignore", log, log] });
  process.once("exit", () => child.kill("SIGKILL"));
  const origin = `http://127.0.0.1:${port}`;
  await answering(origin, child, folder);
  return {
    origin,
    kill: () => ended(child, "SIGKILL"),
    stop: () => ended(child, "SIGTERM"),
  };
}

/** Needs Maven. */
export async function copyArtifacts(pom: string, folder: string): Promise<void> {
  const goal = ["-q", "-B", "-f", pom, "dependency:copy-dependencies"];
  await promisify(execFile)("mvn", [...goal, `-DoutputDirectory=${folder}`]);
}

async function answering(origin: string, child: ChildProcess, folder: string): Promise<void> {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`it ended at once: see ${folder}/node.log`);
    const health = await fetch(`${origin}/_cluster/health`).catch(() => null);
    if (health?.ok === true) return;
    await pause(500);
  }
  await ended(child, "SIGKILL");
  throw new Error(`it did not answer within ten minutes: see ${folder}/node.log`);
}

async function ended(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}
