import type { Page } from "@playwright/test";
import type { BenchHarness } from "../harness/bench.ts";
import { serveSources, startChromium } from "./browser.ts";

export type Call = <Name extends keyof BenchHarness>(
  name: Name,
  ...args: Parameters<BenchHarness[Name]>
) => Promise<Awaited<ReturnType<BenchHarness[Name]>>>;

/** `pid` is the browser's. */
export async function withHarness<T>(
  options: { webgpu: boolean },
  work: (call: Call, pid: number | null) => Promise<T>,
): Promise<T> {
  const served = await serveSources();
  const { browser, pid } = await startChromium(options);
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(600_000);
    await page.goto(`${served.url}e2e/harness/bench.html`);
    await page.waitForFunction(() => globalThis.benchHarness !== undefined);
    return await work(callerOn(page), pid);
  } finally {
    await browser.close();
    await served.close();
  }
}

function callerOn(page: Page): Call {
  return (name, ...args) =>
    page.evaluate(
      ({ called, given }) => {
        const work: unknown = Reflect.get(globalThis.benchHarness ?? {}, called);
        if (typeof work !== "function") throw new Error(`the harness has no ${called}`);
        return work(...given);
      },
      { called: name, given: args },
    );
}
