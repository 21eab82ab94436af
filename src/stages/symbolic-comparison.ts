/**
 * Ours, not the papers': two found values that decide the question are compared without a model.
 */
import type { Comparison } from "../language/language.ts";
import type { Context, EventBody } from "../runtime/context.ts";
import type { PathStep } from "./answer-verification.ts";

export function computeAnswer(context: Context, path: readonly PathStep[]): Comparison | null {
  const { language, question, settings } = context;
  return settings.arithmetic ? language.compareFindings(question, path) : null;
}

export function arithmeticEvent(
  { operation, names, steps, answer }: Comparison,
  path: readonly PathStep[],
): EventBody {
  const values = steps.map((step, index) => ({
    node: path[step]?.node ?? "",
    name: names[index] ?? "",
    value: path[step]?.answer ?? "",
  }));
  return { type: "arithmetic", operation, values, answer };
}
