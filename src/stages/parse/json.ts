/** JSON may be bare, in a code block, amid words, or broken. Never throws. */
import { jsonrepair } from "jsonrepair";
import type * as z from "zod/mini";

interface ReadJson<T> {
  value: T;
  /** The output held more than the JSON, or other text. */
  mended: boolean;
}

/** Far more than any form takes. */
const mostCharacters = 4_000;

export function readJson<T>(output: string, shape: z.ZodMiniType<T>): ReadJson<T> | null {
  const whole = shape.safeParse(parsed(output));
  if (whole.success) return { value: whole.data, mended: false };
  const start = output.indexOf("{");
  if (start < 0) return null;
  const mended = shape.safeParse(parsed(repaired(output.slice(start, start + mostCharacters))));
  return mended.success ? { value: mended.data, mended: true } : null;
}

/** The raw words of broken JSON are no answer. */
export function looksLikeJson(output: string): boolean {
  return /^\s*(?:```\w*\s*)?\{/u.test(output);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function repaired(text: string): string {
  try {
    return jsonrepair(text);
  } catch {
    return "";
  }
}
