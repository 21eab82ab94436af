import type * as z from "zod/mini";
import { AppError } from "../log/errors.ts";

/** Names the option and its form, never the value, which may be a key. */
export function optionInvalid(option: string, wanted: Readonly<Record<string, string>>): AppError {
  const [name = ""] = option.split(".", 1);
  const form = wanted[name];
  const reason = form === undefined ? "there is no such option" : `it must be ${form}`;
  return new AppError("option-invalid", { option, reason });
}

/** Throws `option-invalid`. */
export function readOptions<T>(
  schema: z.ZodMiniType<T>,
  options: unknown,
  wanted: Readonly<Record<string, string>>,
): T {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const path = [...(issue?.path ?? []), ...unknown].map(String).join(".");
  throw optionInvalid(path === "" ? "options" : path, { ...wanted, options: "an object" });
}
