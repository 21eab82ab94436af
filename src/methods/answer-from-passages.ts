import type { Passage } from "../log/types.ts";
import type { Constraint } from "../runtime/ports.ts";
import { type Prompt, type PromptTemplate, promptFrom } from "../runtime/prompt-template.ts";
import { readableText } from "../stages/reader.ts";
import { jsonForms } from "./json-forms.ts";
import { assistant, system, user } from "./messages.ts";

export type AnswerForm = "short" | "long";

/**
 * For chat models: worked examples show a name, a choice, and yes or no. `called` is the method's
 * word for its passages.
 */
export function jsonAnswerMessages(
  rule: string,
  called: string,
  more = "",
): PromptTemplate["messages"] {
  return [
    system(
      `${rule} Reply with JSON: \`reasoning\`, which cites the ${called.toLowerCase()} as [1], [2]; ` +
        `then \`answer\`, the bare answer: only the name, number, date, yes or no that is asked for, in as few words as possible. ${more}`.trim(),
    ),
    user(
      `${called}:\n[1] The Glass Harbour: The Glass Harbour is the second novel by Marta Lindqvist.\n[2] Marta Lindqvist: She studied law at the University of Turku.\n` +
        "Question: Which university did the author of the novel The Glass Harbour attend?",
    ),
    assistant(
      '{"reasoning": "Marta Lindqvist wrote it [1]; she studied at the University of Turku [2].", "answer": "University of Turku"}',
    ),
    user(
      `${called}:\n[1] Silver Lanterns: Silver Lanterns is a film of 1958.\n[2] The Ninth Orchard: The Ninth Orchard is a film of 1971.\n` +
        "Question: Which film came out first, Silver Lanterns or The Ninth Orchard?",
    ),
    assistant('{"reasoning": "1958 [1] is before 1971 [2].", "answer": "Silver Lanterns"}'),
    user(
      `${called}:\n[1] Ivo Marek: Ivo Marek was a Latvian painter.\n[2] Lena Dorn: Lena Dorn was a Polish painter.\n` +
        "Question: Were the painters Ivo Marek and Lena Dorn born in the same country?",
    ),
    assistant('{"reasoning": "One was Latvian [1], the other Polish [2].", "answer": "no"}'),
    user(`${called}:\n{{passages}}\nQuestion: {{question}}`),
  ];
}

/** `constraint`: set if the answer must be JSON. */
export function answerFromPassages(
  template: PromptTemplate,
  question: string,
  passages: readonly Passage[],
  { form, constraint }: { form: AnswerForm; constraint?: Constraint },
): Prompt {
  const numbered = passages.map((passage, index) => `[${index + 1}] ${readableText(passage)}`);
  return promptFrom(
    template,
    { passages: numbered.join("\n"), question },
    {
      fixedPrefixMessages: template.messages.length - 1,
      maxTokens: form === "short" ? 160 : 400,
      stop: [],
      ...(constraint === undefined ? {} : { constraint }),
    },
  );
}

export function jsonAnswer(
  template: PromptTemplate,
  question: string,
  passages: readonly Passage[],
  form: AnswerForm,
): Prompt {
  return answerFromPassages(template, question, passages, {
    form,
    constraint: jsonForms.summary,
  });
}
