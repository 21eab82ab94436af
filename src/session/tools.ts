/** Search services as a person set them up: what is remembered, what is secret, what is ready. */

import * as z from "zod/mini";
import type { ErrorData } from "../log/errors.ts";
import { bounded, searchPriceBounds } from "../log/setting-bounds.ts";
import type { ToolRef } from "../log/types.ts";
import { type BoundKey, secretFor } from "../models/bound-key.ts";
import { type ToolKind, toolKinds, toolPresets } from "../retrieval/search-services/presets.ts";
import type { SearchTool, ToolResult } from "../runtime/ports.ts";
import { visibilityAt } from "../runtime/privacy/visibility.ts";

const paths = z.object({
  list: z.string(),
  title: z.string(),
  text: z.string(),
  url: z.string(),
});

/**
 * As entered, perhaps unfinished. `src/retrieval/search-services` checks it whole before use; before it is written
 * down it goes through `withoutLiteralKeys`.
 */
export const storedTool = z.object({
  kind: z.enum(toolKinds),
  id: z.string(),
  title: z.string(),
  usdPerThousand: z.nullable(bounded(searchPriceBounds)),
  /** The service's address; of a JSON search with its {query}. */
  address: z.string(),
  /** Google's engine id. */
  cx: z.string(),
  /** A JSON search's one extra header; its value holds `{key}`. */
  header: z.object({ name: z.string(), value: z.string() }),
  paths,
});
export type StoredTool = z.infer<typeof storedTool>;

/** A new entry; `taken` are the ids in use. */
export function newTool(kind: ToolKind, taken: readonly string[]): StoredTool {
  const { title, address, usdPerThousand } = toolPresets[kind];
  const ids = Array.from({ length: taken.length + 1 }, (_, index) =>
    index === 0 ? kind : `${kind}-${index + 1}`,
  );
  return {
    kind,
    id: ids.find((id) => !taken.includes(id)) ?? kind,
    title,
    usdPerThousand,
    address,
    cx: "",
    header: { name: "", value: "" },
    paths: { list: "", title: "", text: "", url: "" },
  };
}

/** Parameters of an address that services take keys by. */
const secretName =
  /^(?:x[-_])?(?:api|access|auth|subscription|client|private|secret|user)?[-_]?(?:key|token|secret|password|auth)$/i;

/** A name and password before the host, and parameters named as keys are, but for {key}. */
function withoutKeysIn(address: string): string {
  return address
    .replace(/^(\s*[a-z]+:\/\/)[^/?#@]*@/i, "$1")
    .replace(
      /([?&;#])([^=?&;#]+)=([^&;#]*)/g,
      (whole, mark: string, name: string, value: string) =>
        secretName.test(name.trim()) && value !== "{key}" ? `${mark}${name}=` : whole,
    );
}

/**
 * What may be stored or exported: a key belongs in its own field, and {key} where it is sent.
 * One that was typed in its place instead is left out, whatever else looks like one.
 */
export function withoutLiteralKeys(tool: StoredTool): StoredTool {
  const { address, header } = tool;
  const value = header.value.includes("{key}") ? header.value : "";
  return { ...tool, address: withoutKeysIn(address), header: { ...header, value } };
}

/** Where a key is, or seems to be, typed in place of {key}; null when nowhere. */
export function keyOutOfPlace(tool: StoredTool): "address" | "header" | null {
  const { address, header } = withoutLiteralKeys(tool);
  if (address !== tool.address) return "address";
  const isUsed = tool.header.name !== "" || tool.header.value !== "";
  return isUsed && header.value === "" ? "header" : null;
}

/** Whether everything is filled in that its kind asks for; whether it is right, `src/retrieval/search-services` says. */
export function isReady(tool: StoredTool, key: BoundKey | null): boolean {
  if (keyOutOfPlace(tool) !== null) return false;
  const wanted = [tool.address, tool.title];
  if (toolPresets[tool.kind].key === "required") wanted.push(secretFor(key, tool.address));
  if (tool.kind === "google-pse") wanted.push(tool.cx);
  if (tool.kind === "json-template")
    wanted.push(tool.paths.list, tool.paths.title, tool.paths.text);
  return wanted.every((text) => text.trim() !== "");
}

/** As a run's log names it. */
export function refOf({ id, title, usdPerThousand, address }: StoredTool): ToolRef {
  const destination = URL.canParse(address) ? new URL(address).origin : address;
  return { id, title, destination, usdPerThousand, visibility: visibilityAt(destination) };
}

/** What `createTool` of `src/retrieval/search-services` takes. */
export function toolInput(tool: StoredTool, key: BoundKey | null): Record<string, unknown> {
  const { kind, id, title, usdPerThousand, address, cx, header, paths: places } = tool;
  const common = { kind, id, title, usdPerThousand };
  const apiKey = secretFor(key, address);
  switch (kind) {
    case "wikipedia":
    case "searxng":
      return { ...common, baseUrl: address };
    case "google-pse":
      return { ...common, baseUrl: address, apiKey, cx };
    case "brave":
      return { ...common, baseUrl: address, apiKey };
    case "json-template": {
      const headers = header.name === "" ? {} : { [header.name]: header.value };
      return { ...common, url: address, headers, apiKey, paths: places };
    }
  }
}

export interface ToolRequest {
  tool: StoredTool;
  /** Sent only where the tool's address is of the key's origin. */
  key: BoundKey | null;
}

/** What one search for a test brought. */
export type ToolTest =
  | { ok: true; passages: number; milliseconds: number; result: ToolResult }
  | { ok: false; error: ErrorData };

/** Makes the tools once for the same settings: their queues and pauses live in them. */
export function toolMaker(
  make: (inputs: readonly unknown[]) => Promise<SearchTool[]>,
): (requests: readonly ToolRequest[]) => Promise<SearchTool[]> {
  let last: { inputs: string; tools: Promise<SearchTool[]> } | null = null;
  return (requests) => {
    const wanted = requests.map(({ tool, key }) => toolInput(tool, key));
    const inputs = JSON.stringify(wanted);
    if (last === null || last.inputs !== inputs) last = { inputs, tools: make(wanted) };
    const { tools } = last;
    tools.catch(() => {
      last = null;
    });
    return tools;
  };
}
