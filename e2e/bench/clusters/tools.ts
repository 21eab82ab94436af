import assert from "node:assert/strict";
import { type AppError, toAppError } from "../../../src/log/errors.ts";
import { sleep } from "../../../src/models/openai-compatible/waiting.ts";
import { memoryToolCache } from "../../../src/retrieval/search-services/cache.ts";
import {
  loadSearchServices,
  type ToolServices,
} from "../../../src/retrieval/search-services/tool.ts";
import type { SearchTool, ToolQuery } from "../../../src/runtime/ports.ts";
import { errorText } from "../../../src/ui-kit/text/errors.ts";

export type Engine = "opensearch" | "elasticsearch";

const { createTool } = await loadSearchServices();
const never = new AbortController().signal;

export function toolAt(
  kind: Engine,
  baseUrl: string,
  changes: Readonly<Record<string, unknown>> = {},
): SearchTool {
  const services: ToolServices = {
    fetch,
    clock: { nowMs: () => performance.now(), epochMs: () => Date.now() },
    sleep,
    cache: memoryToolCache(),
  };
  return createTool({ kind, baseUrl, index: "pages", ...changes }, services);
}

export async function failure(
  tool: SearchTool,
  embed?: NonNullable<ToolQuery["embed"]>,
): Promise<AppError> {
  const query = { text: "capital of Estonia", k: 3, ...(embed === undefined ? {} : { embed }) };
  try {
    await tool.search(query, never);
  } catch (thrown) {
    return toAppError(thrown);
  }
  throw new Error("it did not fail");
}

/** Asserts that `secret` does not occur in it. */
export function sentence(error: AppError, code: string, params: object, secret: string): string {
  assert.equal(error.code, code);
  for (const [name, value] of Object.entries(params)) assert.equal(error.params[name], value);
  assert.ok(!JSON.stringify(error.toData()).includes(secret));
  return errorText(error.toData()).body;
}

export async function direct(
  origin: string,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`${origin}/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}
