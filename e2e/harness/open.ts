/** Only the development server has the harness. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { catalogue, embeddedModel } from "../../src/models/catalogue.ts";
import type { CatalogueModel } from "../../src/models/catalogue-model.ts";
import type { ChatRequest } from "../../src/runtime/ports.ts";
import type { Harness } from "./engines.ts";

/** `playwright.config.ts` chooses its port. */
export const sources = process.env["HOPWISE_SOURCES"];

export const small = modelOf("small-lm");
export const encoder = modelOf("encoder");

function modelOf(role: CatalogueModel["role"]) {
  const list = catalogue.parse(JSON.parse(readFileSync("models/catalogue.json", "utf8")));
  const model = embeddedModel(list, role);
  if (model === undefined) throw new Error(`the catalogue has no embedded ${role}`);
  return model;
}

export async function openHarness(page: Page): Promise<void> {
  await page.goto(`${sources}/e2e/harness/engines.html`);
  await page.waitForFunction(() => globalThis.engineHarness !== undefined);
}

export function inPage<Name extends keyof Harness>(
  page: Page,
  name: Name,
  ...args: Parameters<Harness[Name]>
): Promise<Awaited<ReturnType<Harness[Name]>>> {
  const call = { name, args };
  return page.evaluate(({ name: called, args: given }) => {
    const work: unknown = Reflect.get(globalThis.engineHarness ?? {}, called);
    if (typeof work !== "function") throw new Error(`the harness has no ${called}`);
    return work(...given);
  }, call);
}

export const question: ChatRequest = {
  messages: [
    { role: "system", content: "You answer in a few plain words and never explain." },
    { role: "user", content: "What is the capital of France?" },
  ],
  fixedPrefixMessages: 1,
  maxTokens: 12,
  stop: ["\n"],
  temperature: 0,
  purpose: "read",
};
