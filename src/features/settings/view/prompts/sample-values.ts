/** Values come from the current run, or are placeholder names. */

import type { Trace } from "../../../../folds/trace.ts";
import type { ListedPrompt } from "../../../../runtime/listed-prompt.ts";
import { type PromptValues, placesIn } from "../../../../runtime/prompt-template.ts";
import { placeWords } from "../../text/prompts.ts";

/** More would only be scrolled past. */
const shownPassages = 2;

export function sampleValues(
  { template, examples: chosen }: Pick<ListedPrompt, "template" | "examples">,
  question: string,
  trace: Trace,
): PromptValues {
  const found = foundIn(trace);
  const typed = question.trim();
  const names = template.messages.flatMap(({ content }) => placesIn(content));
  const turns = new Set(
    template.messages.flatMap(({ role, content }) => (role === "turns" ? placesIn(content) : [])),
  );
  return Object.fromEntries(
    names.map((name) => {
      const named = `‹${placeWords[name] ?? name}›`;
      if (turns.has(name)) {
        const examples = name === "examples" && typed !== "" ? chosen?.(typed) : null;
        return [name, examples ?? [{ role: "user" as const, content: named }]];
      }
      if (name === "question" && typed !== "") return [name, typed];
      return [name, found[name] ?? named];
    }),
  );
}

function foundIn({ passages, nodes }: Trace): Readonly<Record<string, string>> {
  const read = [...passages.values()].slice(0, shownPassages);
  const answered = [...nodes.values()].filter(({ answer }) => answer !== null && answer !== "");
  return {
    ...(read.length === 0
      ? {}
      : { passages: read.map(({ title, text }) => `${title}: ${text}`).join("\n") }),
    ...(answered.length === 0
      ? {}
      : { steps: answered.map(({ query, answer }) => `${query} ${answer}.`).join("\n") }),
  };
}
