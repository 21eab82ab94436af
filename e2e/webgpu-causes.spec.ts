/** The causes are FAKE: scripts replace `navigator.gpu`. */
import { expect, type Page } from "@playwright/test";
import { test } from "./guard.ts";
import { expectAccessible, openPage } from "./journey.ts";

interface FakeGpu {
  secure: boolean;
  /** Null means no WebGPU. */
  adapter: "none" | { software: boolean; f16: boolean; buffer: number } | null;
}

const real = { software: false, f16: true, buffer: 2 ** 31 };

async function fakeGpu(page: Page, fake: FakeGpu): Promise<void> {
  await page.addInitScript(({ secure, adapter }) => {
    Object.defineProperty(globalThis, "isSecureContext", { value: secure });
    const offered =
      adapter === null || adapter === "none"
        ? null
        : {
            limits: {
              maxBufferSize: adapter.buffer,
              maxStorageBufferBindingSize: adapter.buffer,
            },
            features: new Set(adapter.f16 ? ["shader-f16"] : []),
            info: { vendor: "fake", architecture: "", isFallbackAdapter: adapter.software },
          };
    const gpu = adapter === null ? undefined : { requestAdapter: async () => offered };
    Object.defineProperty(Navigator.prototype, "gpu", { get: () => gpu, configurable: true });
  }, fake);
}

/** The model cannot run on the CPU and was chosen earlier. */
async function chooseF16Model(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const small = { modelId: "llama-3.2-1b-instruct-q4f16", device: "auto", threads: 0 };
    localStorage.setItem("hopwise.preferences", JSON.stringify({ small }));
  });
}

const causes: readonly { name: string; fake: FakeGpu; title: string; wayOn: string | RegExp }[] = [
  {
    name: "no WebGPU in this browser",
    fake: { secure: true, adapter: null },
    title: "This browser has no WebGPU",
    wayOn: /Chrome and Edge from version 113/u,
  },
  {
    name: "no adapter",
    fake: { secure: true, adapter: "none" },
    title: "Running on the CPU: the browser found no GPU",
    wayOn: /Use graphics acceleration/u,
  },
  {
    name: "only a software adapter",
    fake: { secure: true, adapter: { ...real, software: true } },
    title: "Only a software GPU was offered",
    wayOn: /Use graphics acceleration/u,
  },
  {
    name: "an insecure address",
    fake: { secure: false, adapter: null },
    title: "WebGPU needs a secure address",
    wayOn: /The same page by https/u,
  },
  {
    name: "too small a buffer",
    fake: { secure: true, adapter: { ...real, buffer: 2 ** 26 } },
    title: "The GPU is too small",
    wayOn: /The embedded model is the smallest/u,
  },
];

for (const { name, fake, title, wayOn } of causes) {
  test(`${name} is told beside the Ask button, with a way on`, async ({ page }) => {
    await fakeGpu(page, fake);
    await openPage(page);
    const cause = page.getByRole("group").filter({ hasText: title });
    await cause.getByText(title, { exact: true }).click();
    await expect(cause.getByText(wayOn)).toBeVisible();
    await expectAccessible(page);
    if (fake.secure) {
      await expect(cause.getByRole("button", { name: "Look again" })).toBeVisible();
    } else {
      const secure = cause.getByRole("link", { name: "Open it by https" });
      await expect(secure).toHaveAttribute("href", /^https:/u);
    }
    await cause.getByRole("button", { name: "Use the CPU" }).click();
    await expect(page.getByText(title, { exact: true })).toHaveCount(0);
  });
}

test("a model that needs 16-bit floats is held up where there are none", async ({ page }) => {
  await fakeGpu(page, { secure: true, adapter: { ...real, f16: false } });
  await chooseF16Model(page);
  await openPage(page);
  const title = "This GPU has no 16-bit floats";
  const cause = page.getByRole("group").filter({ hasText: title });
  await expect(cause.getByText("The embedded model needs none.")).toBeVisible();
  await expectAccessible(page);
  await cause.getByRole("button", { name: "Use the CPU" }).click();
  await expect(page.getByText(title, { exact: true })).toHaveCount(0);
});
