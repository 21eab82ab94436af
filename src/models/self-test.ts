import { AppError } from "../log/errors.ts";
import type { ChatModel, StopSignal } from "../runtime/ports.ts";

interface Known {
  question: string;
  /** The first is right. */
  options: readonly string[];
}

const known: readonly Known[] = [
  {
    question: "What is the capital of France?",
    options: ["Paris", "Seven", "Carpet", "Tuesday", "Walking", "Butter", "Oxygen", "Lisbon"],
  },
  {
    question: "On which planet do people live?",
    options: ["Earth", "Spoon", "Nineteen", "Violin", "Running", "Pepper", "Granite", "Saturn"],
  },
];

/**
 * Some graphics drivers compute garbage without an error. Throws `model-nonsense`; chance passes
 * once in 64.
 */
export async function selfTest(model: ChatModel, signal: StopSignal): Promise<void> {
  for (const { question, options } of known) {
    const text = await answerOf(model, question, options, signal);
    if (signal.aborted) throw new AppError("stopped");
    if (text.trim() !== options[0]) {
      throw new AppError("model-nonsense", { model: model.ref.model, cause: "answer" });
    }
  }
}

async function answerOf(
  model: ChatModel,
  question: string,
  options: readonly string[],
  signal: StopSignal,
): Promise<string> {
  let text = "";
  const request = {
    messages: [
      { role: "user" as const, content: `${question} One word: ${options.toSorted().join(", ")}.` },
    ],
    fixedPrefixMessages: 0,
    maxTokens: 12,
    stop: [],
    constraint: { kind: "choice" as const, options: options.toSorted() },
    temperature: 0,
    purpose: "read" as const,
  };
  for await (const part of model.generate(request, signal)) {
    if (part.type === "end") ({ text } = part);
  }
  return text;
}
