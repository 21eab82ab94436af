import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline";

const root = resolve(import.meta.dirname, "../../..");

export interface IndexRun {
  code: number | null;
  lines: string[];
  memory: string;
}

export interface IndexOptions {
  key?: string;
  more?: readonly string[];
  onLine?: (line: string, breakOff: () => void) => void;
}

export async function runIndex(
  corpus: string,
  to: string,
  { key = "", more = [], onLine = () => {} }: IndexOptions = {},
): Promise<IndexRun> {
  const argv = ["--import", "tsx", "src/cli/index.ts", corpus, "--to", to, ...more];
  const child = spawn(process.execPath, argv, {
    cwd: root,
    env: { ...process.env, HOPWISE_INDEX_KEY: key },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  let memory: Promise<string> = Promise.resolve("—");
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      const before = memory;
      memory = mostMemory(child.pid).catch(() => before);
      onLine(line, () => child.kill("SIGINT"));
    });
  }
  const [code] = await once(child, "close");
  return { code: typeof code === "number" ? code : null, lines, memory: await memory };
}

/** Read from Linux's /proc. */
async function mostMemory(pid: number | undefined): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kilobytes = /^VmHWM:\s+(\d+) kB/mu.exec(status)?.[1];
  if (kilobytes === undefined) throw new Error("it has ended");
  return `${(Number(kilobytes) / 1000).toFixed(0)} MB`;
}
