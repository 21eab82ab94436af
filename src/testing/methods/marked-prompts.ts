/** Each prompt contains its id, so a test knows which one was sent. */
import type { PromptEdits, RunSettings, Tier } from "../../log/types.ts";
import { loadPrompts } from "../../methods/prompt-list.ts";
import type { PromptSet } from "../../runtime/listed-prompt.ts";
import type { ChatRequest } from "../../runtime/ports.ts";

export const promptList = await loadPrompts();

export const markedPrompts: PromptEdits = Object.fromEntries(
  promptList.map(({ template }) => [
    template.id,
    template.messages.map(({ role, content }) =>
      role === "turns" ? content : `<${template.id}> ${content}`,
    ),
  ]),
);

/** These were sent although unlisted. */
export function unlisted(
  requests: readonly ChatRequest[],
  settings: RunSettings,
  tier: Tier,
  set: PromptSet,
): string[] {
  const listed = promptList
    .filter(({ sets, asked }) => sets.includes(set) && asked(settings, tier))
    .map(({ template }) => template.id);
  return [...new Set(requests.map(idOf))].filter((id) => !listed.includes(id));
}

function idOf({ messages }: ChatRequest): string {
  return /^<([\w-]+)>/u.exec(messages.at(-1)?.content ?? "")?.[1] ?? "not changed";
}
