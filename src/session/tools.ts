import * as z from "zod/mini";
import type { ErrorData } from "../log/errors.ts";
import { bounded, searchPriceBounds } from "../log/setting-bounds.ts";
import { type ToolRef, visibility } from "../log/types.ts";
import { type BoundKey, originOf, secretFor } from "../models/bound-key.ts";
import { searchServices } from "../retrieval/search-services/index.ts";
import type { ServiceField } from "../retrieval/search-services/service.ts";
import type { ToolResult } from "../runtime/ports.ts";
import { visibilityAt } from "../runtime/privacy/visibility.ts";
import { type KeysByOrigin, keyFor } from "./keyring.ts";

/** A tool may be unfinished; it is validated before use, and stored without literal keys. */
export const storedTool = z.looseObject({
  kind: z.string().check(z.refine((kind) => searchServices.find(kind) !== null)),
  id: z.string(),
  title: z.string(),
  usdPerThousand: z.nullable(bounded(searchPriceBounds)),
  address: z.string(),
});
export type StoredTool = z.infer<typeof storedTool>;

export function fieldsOf({ kind }: StoredTool): [name: string, field: ServiceField][] {
  return Object.entries(searchServices.find(kind)?.fields ?? {});
}

/** `name` is "cx", or "paths.list". */
export function ownText(tool: StoredTool, name: string): string {
  let value: unknown = tool;
  for (const part of name.split(".")) value = Object(value)[part];
  const text = typeof value === "string" ? value : "";
  const choices = searchServices.find(tool.kind)?.fields?.[name]?.choices;
  if (choices === undefined || choices.some((one) => one.value === text)) return text;
  return choices[0]?.value ?? "";
}

export function ownFields(
  tool: StoredTool,
  textOf: (name: string, field: ServiceField) => string = (name) => ownText(tool, name),
): Record<string, unknown> {
  const own: Record<string, unknown> = {};
  for (const [name, field] of fieldsOf(tool)) {
    const [group = "", inner] = name.split(".");
    const text = textOf(name, field);
    own[group] = inner === undefined ? text : { ...Object(own[group]), [inner]: text };
  }
  return own;
}

/** URL parameters that services use for keys. */
const secretName =
  /^(?:x[-_])?(?:api|access|auth|subscription|client|private|secret|user)?[-_]?(?:key|token|secret|password|auth)$/i;

/** Drops name and password before the host, and key-like parameters, except {key}. */
function withoutKeysIn(address: string): string {
  return address
    .replace(/^(\s*[a-z]+:\/\/)[^/?#@]*@/i, "$1")
    .replace(
      /([?&;#])([^=?&;#]+)=([^&;#]*)/g,
      (whole, mark: string, name: string, value: string) =>
        secretName.test(name.trim()) && value !== "{key}" ? `${mark}${name}=` : whole,
    );
}

function lacksKey(text: string, { keyPlace }: ServiceField): boolean {
  return keyPlace !== undefined && !text.includes("{key}");
}

/** Removes anything that looks like a key, and unknown fields. */
export function withoutLiteralKeys(tool: StoredTool): StoredTool {
  const { kind, id, title, usdPerThousand, address } = tool;
  const own = ownFields(tool, (name, field) => {
    const text = ownText(tool, name);
    return lacksKey(text, field) ? "" : text;
  });
  return { kind, id, title, usdPerThousand, address: withoutKeysIn(address), ...own };
}

/** Returns "address", or a field's group; null if no key is misplaced. */
export function keyOutOfPlace(tool: StoredTool): string | null {
  if (withoutKeysIn(tool.address) !== tool.address) return "address";
  for (const [name, field] of fieldsOf(tool)) {
    const [group = ""] = name.split(".");
    const isUsed = Object.values(Object(tool[group])).some((text) => text !== "");
    if (isUsed && lacksKey(ownText(tool, name), field)) return group;
  }
  return null;
}

/** The service checks if the fields are valid. */
export function isReady(tool: StoredTool, key: BoundKey | null): boolean {
  if (keyOutOfPlace(tool) !== null) return false;
  const wanted = [tool.address, tool.title];
  if (searchServices.find(tool.kind)?.key === "required") wanted.push(secretFor(key, tool.address));
  for (const [name, { isRequired }] of fieldsOf(tool)) {
    if (isRequired === true) wanted.push(ownText(tool, name));
  }
  return wanted.every((text) => text.trim() !== "");
}

export function readyTools(
  tools: readonly StoredTool[],
  keys: Readonly<Record<string, KeysByOrigin>>,
): ToolRequest[] {
  return tools
    .map((tool) => ({ tool, key: keyFor(keys[tool.id], tool.address) }))
    .filter(({ tool, key }) => isReady(tool, key));
}

export function refOf(tool: StoredTool): ToolRef {
  const { id, title, usdPerThousand, address } = tool;
  const destination = originOf(address) || address;
  const said = visibility.safeParse(ownText(tool, "visibility"));
  const known = said.success && isOwnField(tool, "visibility") ? said.data : null;
  const shown = known ?? visibilityAt(destination);
  return { id, title, destination, usdPerThousand, visibility: shown };
}

function isOwnField({ kind }: StoredTool, name: string): boolean {
  return searchServices.find(kind)?.fields?.[name] !== undefined;
}

export interface ToolRequest {
  tool: StoredTool;
  /** Sent only to the key's origin. */
  key: BoundKey | null;
}

export type ToolTest =
  | { ok: true; passages: number; milliseconds: number; result: ToolResult }
  | { ok: false; error: ErrorData };
