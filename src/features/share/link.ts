/**
 * A run's compacted, redacted log in a URL fragment, which is never sent to a server: deflated, as
 * base64url.
 */

import { compacted, expanded, isCompact, type LookUp } from "../../log/compact.ts";
import { AppError } from "../../log/errors.ts";
import type { RunEvent } from "../../log/events.ts";
import { openLogInParts, openRunFileInParts } from "../../log/file.ts";
import { embeddedLibraries } from "../../retrieval/libraries/embedded-libraries.ts";
import type { Services } from "../../session/services.ts";
import { yieldToMain } from "../../shared/yield-to-main.ts";
import { runFragment } from "./fragment.ts";
import type { RedactedLog } from "./redact.ts";

/** Some browsers cut longer addresses. In characters. */
export const longestLink = 64_000;
/** Some mail and chat programs cut longer links. */
export const safeLink = 8_000;
/** In bytes, because a short link could hold a very long text. */
const longestText = 32_000_000;

/** `page` has no fragment. Passages that `lookUp` finds are sent as ids. */
export async function runLink(log: RedactedLog, page: string, lookUp: LookUp): Promise<string> {
  const { events } = log;
  const value = await compacted(events, sharedLibrary(events), lookUp);
  const packed = await through(
    new TextEncoder().encode(JSON.stringify(value)),
    new CompressionStream("deflate-raw"),
    Number.POSITIVE_INFINITY,
  );
  return `${page}${runFragment}${toBase64Url(packed)}`;
}

/** Throws `run-link-broken`, `run-link-edition`, or the errors of a run file. */
export async function openRunLink(fragment: string, lookUp: LookUp): Promise<RunEvent[]> {
  const text = await unpacked(fragment.slice(runFragment.length));
  const value = valueIn(text);
  // Older links hold a whole run file.
  if (!isCompact(value)) return openRunFileInParts(text, yieldToMain);
  await yieldToMain();
  return openLogInParts(await expanded(value, lookUp), yieldToMain);
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Null unless the library is embedded. */
function sharedLibrary(events: readonly RunEvent[]): string | null {
  const ids = new Set(
    events.flatMap((event) =>
      event.type === "run-start" || event.type === "run-resume" ? event.library.id : [],
    ),
  );
  const [id = ""] = ids;
  return ids.size === 1 && embeddedLibraries.find(id) !== null ? id : null;
}

/** Empty if the libraries' files fail to load. */
export function lookUpIn(reading: Services["reading"]): LookUp {
  return async (library, ids) => {
    if (ids.length === 0) return new Map();
    const contents = await (await reading()).open(library);
    try {
      return new Map(
        (await contents.texts(ids)).map(({ id, title, text }) => [id, { title, text }]),
      );
    } finally {
      contents.close();
    }
  };
}

async function unpacked(text: string): Promise<string> {
  try {
    const bytes = await through(
      fromBase64Url(text),
      new DecompressionStream("deflate-raw"),
      longestText,
    );
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (thrown) {
    throw new AppError("run-link-broken", { characters: text.length }, { cause: thrown });
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  change: GenericTransformStream,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const source = new Blob([bytes]).stream().pipeThrough<Uint8Array<ArrayBuffer>>(change);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = source.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > limit) {
      await reader.cancel();
      throw new RangeError("the text is longer than any run");
    }
    parts.push(next.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
