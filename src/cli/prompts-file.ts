/** The file has one text per message, keyed by prompt id. */
import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { type PromptEdits, promptEdits } from "../log/types.ts";
import { loadPrompts, problemsOfEdits } from "../methods/prompt-list.ts";
import { UsageError } from "../node/run-settings.ts";

const settingsFile = z.object({
  format: z.literal("hopwise-settings"),
  preferences: z.object({ run: z.object({ prompts: z.optional(promptEdits) }) }),
});

const prompts = await loadPrompts();

/** Throws UsageError. */
export function readPromptsFile(path: string): PromptEdits {
  const value = readJson(path);
  const saved = settingsFile.safeParse(value);
  const read = saved.success
    ? { success: true as const, data: saved.data.preferences.run.prompts ?? {} }
    : promptEdits.safeParse(value);
  if (!read.success) {
    throw new UsageError(`--prompts ${path}: it is not {"id": ["text of each message", …], …}.`);
  }
  for (const [id, problems] of problemsOfEdits(prompts, read.data)) {
    const listedProblems = problems.map((problem) =>
      "place" in problem ? `${problem.code} {{${problem.place}}}` : problem.code,
    );
    throw new UsageError(
      `--prompts ${path}: "${id}" cannot be sent: ${listedProblems.join(", ")}.`,
    );
  }
  return read.data;
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UsageError(`--prompts ${path}: ${error instanceof Error ? error.message : error}`);
  }
}
