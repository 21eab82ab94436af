import { spawn } from "node:child_process";
import { root } from "../../src/node/place.ts";
import { firstExample } from "../journey.ts";
import { MemoryWatch, type PeakMemory } from "./processes.ts";
import { pageQuestion } from "./question.ts";
import { type BenchOptions, progress, type Section } from "./section.ts";
import { fact, figure, type Row } from "./table.ts";

const aimMB = 1200;

/** Avoids npm's process around it. */
function askInNode(threads: number): Promise<{ peak: PeakMemory; seconds: number }> {
  const startMs = performance.now();
  const args = ["--import", "tsx", "src/cli/ask.ts", firstExample, "--quiet"];
  const child = spawn(process.execPath, [...args, "--threads", String(threads)], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const watch = new MemoryWatch(child.pid ?? process.pid, 300);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => {
      const peak = watch.stop();
      if (code !== 0) reject(new Error(`ask ended with ${code}`));
      else resolve({ peak, seconds: (performance.now() - startMs) / 1000 });
    });
  });
}

function pageRow(memory: PeakMemory | null): Row {
  const what = "Chromium's memory during the question, MB";
  if (memory === null || memory.sumRssMB === 0) return fact(what, "not told on this system");
  const { sumRssMB, sumPssMB, largestMB, largest } = memory;
  return {
    what,
    aim: `≤ ${aimMB}`,
    measured:
      `${figure(sumPssMB)} in all processes, shared pages once (${figure(sumRssMB)} if counted in each); ` +
      `largest ${figure(largestMB)} (${largest})`,
    met: sumPssMB <= aimMB,
  };
}

async function run({ threads }: BenchOptions): Promise<Row[]> {
  const { memory: inPage } = await pageQuestion();
  progress("the command line");
  const { peak, seconds } = await askInNode(threads);
  return [
    pageRow(inPage),
    {
      what: "Node's memory during `npm run ask`, MB",
      aim: `≤ ${aimMB}`,
      measured:
        peak.largestMB === 0
          ? "not told on this system"
          : `${figure(peak.largestMB)} (the whole command took ${figure(seconds)} s)`,
      met: peak.largestMB === 0 ? null : peak.largestMB <= aimMB,
    },
  ];
}

export const memory: Section = { name: "memory", needsBuild: true, run };
