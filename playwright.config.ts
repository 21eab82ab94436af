import { existsSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";

/** Debian's Chromium where there is one, else the browser that Playwright manages. */
const systemChromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) =>
  existsSync(path),
);

const quiet = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
];

const launchOptions = (extra: readonly string[]) => ({
  args: [...quiet, ...extra],
  ...(systemChromium === undefined ? {} : { executablePath: systemChromium }),
});

const built = "http://localhost:4173";

export default defineConfig({
  testDir: "e2e",
  // The benchmarks beside them have unit tests of their own.
  testMatch: /\.spec\.ts$/u,
  timeout: 240_000,
  expect: { timeout: 15_000 },
  workers: 1,
  // A browser can stall on a busy machine. What passes at the second try is listed as flaky.
  retries: process.env["CI"] === undefined ? 0 : 1,
  forbidOnly: process.env["CI"] !== undefined,
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  // A service worker would take requests that a test answers itself; `offline.spec.ts` wants it.
  use: {
    ...devices["Desktop Chrome"],
    baseURL: built,
    // Its pictures slow every journey on two cores: only what failed is traced, when tried again.
    trace: process.env["CI"] === undefined ? "retain-on-failure" : "on-first-retry",
    serviceWorkers: "block",
  },
  projects: [
    {
      name: "wasm",
      testIgnore: /webgpu\.spec\.ts$/u,
      // Without a GPU process there is none to stall: frames once stopped for a whole test, and
      // with them every wait for a button to hold still.
      use: { launchOptions: launchOptions(["--disable-gpu"]) },
    },
    {
      name: "webgpu",
      testMatch: /webgpu\.spec\.ts$/u,
      timeout: 600_000,
      use: { launchOptions: launchOptions(["--enable-unsafe-webgpu"]) },
    },
  ],
  webServer: [
    {
      command: "npm run build && npx tsx e2e/servers/preview.ts",
      url: built,
      timeout: 300_000,
      reuseExistingServer: process.env["CI"] === undefined,
    },
    {
      command: "npx vite --port 4174 --strictPort",
      url: "http://localhost:4174",
      timeout: 60_000,
      reuseExistingServer: process.env["CI"] === undefined,
    },
  ],
});
