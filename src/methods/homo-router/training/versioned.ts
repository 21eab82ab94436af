import * as z from "zod/mini";
import { AppError, type ErrorCode } from "../../../log/errors.ts";

const versioned = z.object({ version: z.int() });

/**
 * Throws `router-data-invalid`, or the given code, for invalid JSON or a version newer than
 * `newest`.
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
