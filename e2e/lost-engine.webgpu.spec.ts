/** SwiftShader is too slow for the embedded model, so a tiny random decoder replaces it. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page, type Worker } from "@playwright/test";
import { test } from "./guard.ts";
import {
  answerTimeout,
  askQuestion,
  chooseMethod,
  expectAccessible,
  openPage,
  slowSmallModels,
} from "./journey.ts";

test.use({ model: "real" });

const tiny = "models/tiny-decoder/";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

async function offerTiny(page: Page): Promise<void> {
  const built = await readFile("models/catalogue.json", "utf8");
  const catalogue: { models: { id: string; role: string }[] } = JSON.parse(built);
  const models = catalogue.models.map((model) => {
    if (model.id === "tiny-decoder") return { ...model, role: "small-lm" };
    return model.role === "small-lm" ? { ...model, role: "test" } : model;
  });
  const body = JSON.stringify({ ...catalogue, models });
  await page.route("**/models/catalogue.json", (route) =>
    route.fulfill({ body, contentType: "application/json" }),
  );
  // The page accepts only the catalogue whose hash it knows.
  await page.route("**/assets/*.js", async (route) => {
    const response = await route.fetch();
    const code = (await response.text()).replaceAll(sha256(built), sha256(body));
    await route.fulfill({ response, body: code });
  });
  await page.route(`**/${tiny}**`, (route) => {
    const [, path = ""] = new URL(route.request().url()).pathname.split(tiny);
    return route.fulfill({ path: join(tiny, path) });
  });
  await page.addInitScript(() => {
    const small = { modelId: "tiny-decoder", device: "webgpu", threads: 0 };
    localStorage.setItem("hopwise.preferences", JSON.stringify({ small }));
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest: never[]) {
      const [asked, ...others] = message?.argumentList ?? [];
      const model = asked?.value?.model;
      if (model?.id !== "tiny-decoder") return post.call(this, message, ...rest);
      const value = { ...asked.value, model: { ...model, role: "test" } };
      const argumentList = [{ ...asked, value }, ...others];
      return post.call(this, { ...message, argumentList }, ...rest);
    };
  });
}

/** Applies to every device from now on. */
function holdDevices(page: Page): void {
  page.on("worker", (worker) => {
    if (!worker.url().includes("model.worker")) return;
    void worker.evaluate(() => {
      const request = GPUAdapter.prototype.requestDevice;
      GPUAdapter.prototype.requestDevice = async function (...asked) {
        const device = await request.apply(this, asked);
        Reflect.set(globalThis, "heldDevice", device);
        return device;
      };
    });
  });
}

async function loseDevice(worker: Worker): Promise<void> {
  const lost = await worker.evaluate(() => {
    const device: unknown = Reflect.get(globalThis, "heldDevice");
    if (!(device instanceof GPUDevice)) return false;
    device.destroy();
    return true;
  });
  expect(lost).toBe(true);
}

test("a graphics processor that goes away in the middle of a run is told, with ways on", async ({
  page,
}) => {
  await offerTiny(page);
  holdDevices(page);
  const letGo = slowSmallModels(page);
  await openPage(page);
  await chooseMethod(page, "Vanilla");
  await askQuestion(page, "Which sea?");
  await expect(page.getByText(/Model ready \(.*on the GPU\)/u)).toBeVisible({
    timeout: answerTimeout,
  });
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  const worker = page.workers().find((one) => one.url().includes("model.worker"));
  if (worker === undefined) throw new Error("no model worker");
  await loseDevice(worker);
  await letGo();

  const alert = page.getByRole("alert").filter({ hasText: "The GPU went away" });
  await expect(alert).toBeVisible({ timeout: answerTimeout });
  await expect(page.getByLabel("Your question")).toHaveValue("Which sea?");
  const cause = page.getByRole("group").filter({ hasText: "The GPU went away" });
  await expect(cause.getByRole("button", { name: "Look again" })).toBeVisible();
  await expect(cause.getByRole("button", { name: "Use the CPU" })).toBeVisible();
  await expectAccessible(page);

  await alert.getByRole("button", { name: "Retry where it broke off" }).click();
  await expect(alert).toBeHidden();
  await expect(page.getByRole("button", { name: "Copy with sources" })).toBeVisible({
    timeout: 2 * answerTimeout,
  });
  await expect(cause).toHaveCount(0);
  const next = page.workers().find((one) => one.url().includes("model.worker"));
  expect(next).not.toBe(worker);
  // Requests may still be pending.
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
