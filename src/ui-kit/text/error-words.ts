import type { ErrorData } from "../../log/errors.ts";
import { duration } from "./format.ts";

/** Null for no button. */
export type RecoveryAction =
  | "edit-question"
  | "ask-again"
  | "open-small-settings"
  | "open-large-settings"
  | "open-caps"
  | "open-library"
  | "open-tools"
  | "open-prompts"
  | "open-privacy"
  | "change-stages"
  | "use-small"
  | "reload";

export interface ErrorText {
  title: string;
  body: string;
  action: string;
  wayOn: RecoveryAction;
}

export type Params = ErrorData["params"];
export type ErrorFormatter = (params: Params) => ErrorText;

/** `otherwise` is used if the error does not carry it. */
export function paramOr(params: Params, name: string, otherwise: string, unit = ""): string {
  const value = params[name];
  return value === undefined || value === null || value === "" ? otherwise : `${value}${unit}`;
}

export function serverMessage(params: Params): string {
  const message = paramOr(params, "message", "");
  return message === "" ? "" : ` It said: “${message}”`;
}

/** No provider's limit lasts more than a month. */
const longestWaitSeconds = 31 * 86_400;

export function waitTold(params: Params): string {
  const seconds = Number(params["retryAfterMs"] ?? Number.NaN) / 1000;
  if (!Number.isFinite(seconds)) return "";
  return seconds > longestWaitSeconds
    ? "; the time it named to wait is of no use"
    : `; try again in ${duration(seconds)}`;
}

export const keptSoFar = "What was answered so far is kept.";

const fieldNames: Readonly<Record<string, string>> = {
  baseUrl: "address",
  url: "address",
  apiKey: "key",
  model: "model",
  index: "index",
};

const problemNames: Readonly<Record<string, string>> = {
  missing: "missing",
  "not-a-url": "not one that can be called: it begins with https:// or http://",
  invalid: "not right",
};

export function fieldTold(params: Params): string | null {
  const field = paramOr(params, "field", "");
  if (field === "") return null;
  const problem = paramOr(params, "problem", "invalid");
  return `its ${fieldNames[field] ?? field} is ${problemNames[problem] ?? problem}`;
}
