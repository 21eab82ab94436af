import { chromium } from "@playwright/test";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const [w, h] of [[1440, 900], [360, 780]] as const) {
  const c = await b.newContext({ viewport: { width: w, height: h }, serviceWorkers: "block" });
  const p = await c.newPage();
  await p.goto("http://localhost:4555/");
  await p.waitForTimeout(15000);
  await p.screenshot({ path: `/tmp/look/a-${w}.png`, fullPage: true });
  await p.goto("http://localhost:4555/#lab");
  await p.waitForTimeout(8000);
  await p.screenshot({ path: `/tmp/look/lab-${w}.png`, fullPage: true });
  await c.close();
}
await b.close();
