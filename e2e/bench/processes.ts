/** Read from Linux's /proc; unknown elsewhere. */
import { readdirSync, readFileSync } from "node:fs";

interface Listed {
  pid: number;
  parent: number;
}

function listed(): Listed[] {
  const all: Listed[] = [];
  for (const name of entries("/proc")) {
    if (!/^\d+$/u.test(name)) continue;
    // The name before it may contain anything.
    const afterName = text(`/proc/${name}/stat`).split(")").at(-1)?.trim() ?? "";
    const parent = Number(afterName.split(" ")[1]);
    if (Number.isInteger(parent)) all.push({ pid: Number(name), parent });
  }
  return all;
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function text(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

export function childrenOf(pid: number): number[] {
  return listed()
    .filter(({ parent }) => parent === pid)
    .map((one) => one.pid);
}

function treeOf(pid: number): number[] {
  const all = listed();
  const found = [pid];
  for (const one of found) {
    for (const { pid: child, parent } of all) if (parent === one) found.push(child);
  }
  return found;
}

function megabytes(path: string, field: string): number {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, "mu").exec(text(path))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

/** Empty for the main process. */
function kindOf(pid: number): string {
  return /--type=([a-z-]+)/u.exec(text(`/proc/${pid}/cmdline`))?.[1] ?? "first";
}

/** Private pages, and shared ones once, of the largest process of a kind. */
export function memoryOf(pid: number, kind: string): number {
  const of = treeOf(pid).filter((one) => kindOf(one) === kind);
  return Math.max(0, ...of.map((one) => megabytes(`/proc/${one}/smaps_rollup`, "Pss")));
}

export interface PeakMemory {
  /** Shared pages count in each process. */
  sumRssMB: number;
  sumPssMB: number;
  largestMB: number;
  largest: string;
}

export class MemoryWatch {
  readonly #pid: number;
  readonly #timer: NodeJS.Timeout;
  readonly #peak: PeakMemory = { sumRssMB: 0, sumPssMB: 0, largestMB: 0, largest: "" };

  constructor(pid: number, everyMs = 700) {
    this.#pid = pid;
    this.#timer = setInterval(() => this.#sample(), everyMs);
  }

  stop(): PeakMemory {
    clearInterval(this.#timer);
    this.#sample();
    return { ...this.#peak };
  }

  #sample(): void {
    let rss = 0;
    let pss = 0;
    for (const pid of treeOf(this.#pid)) {
      rss += megabytes(`/proc/${pid}/status`, "VmRSS");
      pss += megabytes(`/proc/${pid}/smaps_rollup`, "Pss");
      const highest = megabytes(`/proc/${pid}/status`, "VmHWM");
      if (highest > this.#peak.largestMB) {
        this.#peak.largestMB = highest;
        this.#peak.largest = kindOf(pid);
      }
    }
    this.#peak.sumRssMB = Math.max(this.#peak.sumRssMB, rss);
    this.#peak.sumPssMB = Math.max(this.#peak.sumPssMB, pss);
  }
}
