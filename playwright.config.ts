import { existsSync } from "node:fs";
import { createServer } from "node:net";
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

/** Each journey compiles the engine again, so V8 optimises only hot functions. */
const fewOptimised = "--js-flags=--wasm-tiering-budget=200000000";

const launchOptions = (extra: readonly string[]) => ({
  args: [...quiet, ...extra],
  ...(systemChromium === undefined ? {} : { executablePath: systemChromium }),
});

/** A port that nobody listens at. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "localhost", () => {
      const address = server.address();
      server.close(() =>
        resolve(address !== null && typeof address === "object" ? address.port : 0),
      );
    });
  });
}

/** Chosen once, by the runner; its workers read this file again, and inherit the choice. */
const sources = process.env["HOPWISE_SOURCES"] ?? `http://localhost:${await freePort()}`;
process.env["HOPWISE_SOURCES"] = sources;

export default defineConfig({
  testDir: "e2e",
  // The benchmarks beside them have unit tests of their own.
  testMatch: /\.spec\.ts$/u,
  timeout: 240_000,
  expect: { timeout: 15_000 },
  // Most journeys use recorded calls and leave a core idle.
  workers: 2,
  // A browser can stall on a busy machine. What passes at the second try is listed as flaky.
  retries: 1,
  forbidOnly: true,
  globalSetup: "e2e/servers/built-for-tests.ts",
  globalTeardown: "e2e/recorded-calls/recorded-calls.ts",
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  // A service worker would take requests that a test answers itself; `offline.spec.ts` wants it.
  use: {
    ...devices["Desktop Chrome"],
    // Its pictures slow every journey on two cores: only what failed is traced, when tried again.
    trace: "on-first-retry",
    serviceWorkers: "block",
  },
  projects: [
    {
      name: "wasm",
      testIgnore: /webgpu\.spec\.ts$/u,
      // Without a GPU process there is none to stall: frames once stopped for a whole test, and
      // with them every wait for a button to hold still.
      use: { launchOptions: launchOptions(["--disable-gpu", fewOptimised]) },
    },
    {
      name: "webgpu",
      testMatch: /webgpu\.spec\.ts$/u,
      timeout: 600_000,
      use: { launchOptions: launchOptions(["--enable-unsafe-webgpu"]) },
    },
  ],
  // The engines' harness is not in the build. Each worker serves the build itself: `e2e/guard.ts`.
  webServer: {
    command: `npx vite --port ${new URL(sources).port} --strictPort`,
    url: sources,
    timeout: 60_000,
    reuseExistingServer: false,
  },
});
