import { cpus, loadavg, totalmem } from "node:os";
import { chromium } from "@playwright/test";
import { startChromium } from "./browser.ts";

/** The load is that of the minute before. */
export async function machineFacts(): Promise<string> {
  const [first] = cpus();
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
  return [
    new Date().toISOString().slice(0, 10),
    `${cpus().length} CPU cores (${first?.model.trim() ?? "unknown"})`,
    `${gigabytes} GiB`,
    `Node ${process.versions.node}`,
    await chromiumVersion(),
    `load average ${loadavg()[0]?.toFixed(1)} before the run`,
  ].join(" · ");
}

async function chromiumVersion(): Promise<string> {
  const { browser } = await startChromium({ webgpu: false });
  const version = browser.version();
  await browser.close();
  return `${chromium.name()} ${version}`;
}
