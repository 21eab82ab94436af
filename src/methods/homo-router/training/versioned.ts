/** What the router's files have in common: JSON with a version. */
import * as z from "zod/mini";
import { AppError, type ErrorCode } from "../../../log/errors.ts";

const versioned = z.object({ version: z.int() });

/**
 * The value, and its version where it has one. Throws, `router-data-invalid` unless told otherwise,
 * for what is no JSON, or newer than `newest`.
 */
export function readVersioned(
  text: string,
  newest: number,
  code: ErrorCode = "router-data-invalid",
): { value: unknown; version: number | null } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError(code, { reason: "not-json" }, { cause });
  }
  const found = versioned.safeParse(value);
  const version = found.success ? found.data.version : null;
  if (version !== null && version > newest) {
    throw new AppError(code, { reason: "too-new", version });
  }
  return { value, version };
}
