import type { PromptEdits } from "../log/types.ts";
import type { ListedPrompt } from "../runtime/listed-prompt.ts";
import { type EditProblem, editProblems, type PromptTemplate } from "../runtime/prompt-template.ts";
import { methods } from "./index.ts";

export async function loadPrompts(): Promise<readonly ListedPrompt[]> {
  const byKey = new Map<string, ListedPrompt>();
  for (const method of methods.all) {
    const { listed } = await method.load();
    for (const prompt of listed) {
      const key = `${prompt.template.id} ${prompt.sets.join(" ")}`;
      const before = byKey.get(key)?.asked;
      byKey.set(key, {
        ...prompt,
        asked: (settings, tier) =>
          (settings.method === method.id && prompt.asked(settings, tier)) ||
          (before?.(settings, tier) ?? false),
      });
    }
  }
  return [...byKey.values()];
}

export type ListedProblem = EditProblem | { code: "unknown" };

export function problemsOfEdits(
  prompts: readonly ListedPrompt[],
  edits: PromptEdits,
): ReadonlyMap<string, readonly ListedProblem[]> {
  const byId = new Map(prompts.map(({ template }) => [template.id, template]));
  const problems = new Map<string, readonly ListedProblem[]>();
  for (const [id, texts] of Object.entries(edits)) {
    const template = byId.get(id);
    const found = template === undefined ? [unknown] : editProblems(template, texts);
    if (found.length > 0) problems.set(id, found);
  }
  return problems;
}

const unknown: ListedProblem = { code: "unknown" };

export function originalTexts({ messages }: PromptTemplate): string[] {
  return messages.map(({ content }) => content);
}
