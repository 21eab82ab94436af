/**
 * A whole run in the fragment of an address: the text of its file, deflated, as base64url. A
 * fragment is never sent to a server. Only what was redacted can be put into one.
 */
import { AppError } from "../../log/errors.ts";
import type { RunEvent } from "../../log/events.ts";
import { openRunFileInParts, writeRunFile } from "../../log/file.ts";
import { yieldToMain } from "../../shared/yield-to-main.ts";
import { runFragment } from "./fragment.ts";
import type { RedactedLog } from "./redact.ts";

/** Longer addresses are cut or refused by some browsers, in characters. */
export const longestLink = 64_000;
/** Longer ones are cut by some mail and chat programs. */
export const safeLink = 8_000;
/** No more than this is unpacked, in bytes: a short link could hold a very long text. */
const longestText = 32_000_000;

/** `page` is the address of the page, without a fragment. */
export async function runLink(log: RedactedLog, page: string): Promise<string> {
  const packed = await through(
    new TextEncoder().encode(writeRunFile(log.events)),
    new CompressionStream("deflate-raw"),
    Number.POSITIVE_INFINITY,
  );
  return `${page}${runFragment}${toBase64Url(packed)}`;
}

/** Throws `run-link-broken`, or what a run file is refused with. */
export async function openRunLink(fragment: string): Promise<RunEvent[]> {
  return openRunFileInParts(await unpacked(fragment.slice(runFragment.length)), yieldToMain);
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

/** Throws where a character is none of the alphabet. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
