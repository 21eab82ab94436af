import { expect, it } from "vitest";
import { modelName } from "./recorded.ts";

it.each([
  ["qwen2.5-coder-1.5b-instruct-q4_k_m", "Qwen2.5-Coder 1.5B"],
  ["org/Qwen3-0.6B", "Qwen3 0.6B"],
  ["gpt-4.1-mini", "gpt-4.1-mini"],
  ["hopwise-lm", "hopwise-lm"],
])("%s is called %s", (id, name) => {
  expect(modelName(id)).toBe(name);
});
