/**
 * `npm run screens [NAME…]` takes every view at three widths, light and dark, into
 * `test-results/screens/`. Runs are FAKE.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import react from "@vitejs/plugin-react";
import { build, preview } from "vite";
import playwrightConfig from "../../playwright.config.ts";
import { type Screen, screens } from "./list.ts";

const widths = [360, 768, 1440];
const schemes = ["light", "dark"] as const;
const outDir = "test-results/screens-page";
const target = "test-results/screens";

const galleries = ["ui", "ui/lab", "ui/lab-analysis"];

async function serveGalleries() {
  const input = galleries.map((folder) => `src/testing/${folder}/gallery.html`);
  // The galleries fetch nothing.
  const bare = { configFile: false, publicDir: false } as const;
  await build({
    ...bare,
    logLevel: "warn",
    plugins: [react()],
    worker: { format: "es" },
    build: { target: "es2024", outDir, emptyOutDir: true, rolldownOptions: { input } },
  });
  return preview({
    ...bare,
    logLevel: "error",
    build: { outDir },
    preview: { port: 4340, open: false },
  });
}

async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(400);
}

async function take(context: BrowserContext, url: string, screen: Screen): Promise<void> {
  const page = await context.newPage();
  page.on("pageerror", (error) => console.error(`${screen.name}: ${error.message}`));
  try {
    await page.goto(new URL(screen.path, url).href, { waitUntil: "networkidle" });
    await screen.prepare?.(page);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const width of widths) {
        await page.setViewportSize({ width, height: width < 500 ? 780 : 900 });
        await settle(page);
        const path = join(target, `${screen.name}-${width}-${colorScheme}.png`);
        // A dialog covers the window, not the page.
        const fullPage = (await page.locator("dialog[open]").count()) === 0;
        await page.screenshot({ path, fullPage });
        await tellOfSidewaysScroll(page, `${screen.name} at ${width} px`);
      }
    }
  } finally {
    await page.close();
  }
}

async function tellOfSidewaysScroll(page: Page, where: string): Promise<void> {
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (over > 0) console.error(`${where} scrolls sideways by ${over} px`);
}

const names = process.argv.slice(2);
const wanted = screens.filter(
  ({ name }) => names.length === 0 || names.some((part) => name.includes(part)),
);
const project = playwrightConfig.projects?.find(({ name }) => name === "wasm");
await mkdir(target, { recursive: true });
const server = await serveGalleries();
const browser = await chromium.launch(project?.use?.launchOptions ?? {});
try {
  const context = await browser.newContext({ serviceWorkers: "block" });
  for (const screen of wanted) {
    await take(context, server.resolvedUrls?.local[0] ?? "", screen).catch((error: unknown) => {
      console.error(`${screen.name}: ${String(error)}`);
      process.exitCode = 1;
    });
  }
} finally {
  await browser.close();
  await server.close();
}
console.log(`${wanted.length * widths.length * schemes.length} pictures in ${target}`);
