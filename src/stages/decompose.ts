/**
 * Stage G: where no passage helps, the question is split and its parts are answered
 * likewise (RA-ISF Algorithm 1). The parts are independent as printed; `fillEarlier`
 * fills the earlier answers into later ones, which is ours (`language/english/decontextualise.ts`).
 */
import type { Trace } from "../folds/trace.ts";
import { isEmpty, normalise, tokens } from "../language/normalise.ts";
import type { Stage } from "../log/types.ts";
import { callModel } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import type { Step } from "../runtime/prompts.ts";
import { duplicateOf, type Seen } from "./duplicate.ts";
import { parseDecomposition } from "./parse/decompose.ts";
import { isEcho } from "./parse/echo.ts";
import { growBranch } from "./plan.ts";

export interface SubQuestion {
  node: string;
  question: string;
  /** Level: 0 is the person's question. */
  depth: number;
  /** The questions above it, itself left out. */
  above: readonly string[];
}

/**
 * Most sub-questions of one run. Six to a question over three levels could be 258; the
 * paper counts five to seven a run (Table 4).
 */
export const maxSubQuestionsOfRun = 40;

interface Split {
  call: string;
  questions: readonly string[];
}

/** The sub-questions as nodes side by side; [] when there are none to go on with. Throws AppError. */
export async function* splitQuestion(
  context: Context,
  parent: SubQuestion,
  stage: Stage,
): Steps<SubQuestion[]> {
  const room = maxSubQuestionsOfRun - askedParts(context.trace);
  if (room <= 0) {
    yield context.event({ type: "deviation", switch: "subQuestionLimit", node: parent.node });
    return [];
  }
  const { call, questions } = yield* askForParts(context, parent, stage);
  const above = questionsDownTo(context.trace, parent);
  const fresh = yield* withoutRepeats(context, parent, questions, above);
  if (fresh.length > room) {
    yield context.event({ type: "deviation", switch: "subQuestionLimit", node: parent.node });
  }
  const parts = fresh.slice(0, room);
  if (parts.length === 0) return [];
  const ids = context.nodeIds(parts.length);
  yield growBranch(context, {
    cause: "decompose",
    parent: parent.node,
    call,
    fan: true,
    chain: { nodes: parts.map((query) => ({ query, answer: null })), finalContent: null },
  });
  return parts.map((question, index) => ({
    node: ids[index] ?? "",
    question,
    depth: parent.depth + 1,
    above,
  }));
}

/** M_decom(q). */
async function* askForParts(
  context: Context,
  { node, question }: SubQuestion,
  stage: Stage,
): Steps<Split> {
  const { by } = context.settings.fallback;
  const { id, text, asked } = yield* callModel(context, {
    stage,
    purpose: "decompose",
    tier: by,
    node,
    prompt: (tier) => context.prompts.decompose(tier, question),
  });
  const parsed = parseDecomposition(text, (value) => isEcho(value, asked));
  yield* context.parseFailure(id, "decomposition", parsed);
  return { call: id, questions: parsed.questions };
}

/** How many sub-questions the run has asked already, on every branch. */
function askedParts({ branches }: Trace): number {
  return branches.reduce(
    (sum, { cause, nodes }) => sum + (cause === "decompose" ? nodes.length : 0),
    0,
  );
}

/** The questions from the top down to this one, as they were asked and as they were filled in. */
function questionsDownTo(trace: Trace, { node, question, above }: SubQuestion): string[] {
  const written = trace.nodes.get(node)?.query ?? question;
  return [...new Set([...above, written, question])];
}

/** Without those that ask again what is asked above them: they would go round. */
async function* withoutRepeats(
  context: Context,
  parent: SubQuestion,
  questions: readonly string[],
  above: readonly string[],
): Steps<string[]> {
  const { fillEarlier } = context.settings.fallback;
  const fresh: string[] = [];
  for (const question of questions) {
    context.throwIfStopped();
    // With earlier answers before it, the question in other words is a new one.
    const alone = !fillEarlier || fresh.length === 0;
    if (!(await repeats(context, question, above, alone))) fresh.push(question);
  }
  if (fresh.length < questions.length) {
    yield context.event({ type: "deviation", switch: "repeatedDecomposition", node: parent.node });
  }
  return fresh;
}

/**
 * A paraphrase is about as long as what it says again. A part is near its whole in meaning,
 * too, but shorter: of the 274 parts of the Factbook questions, 7 reach the threshold of
 * 0.85, all with at most 0.78 of the words.
 */
const paraphraseLength = 0.9;

/** Word by word, or by meaning, too. */
async function repeats(
  context: Context,
  question: string,
  above: readonly string[],
  byMeaning: boolean,
): Promise<boolean> {
  if (above.some((asked) => normalise(asked) === normalise(question))) return true;
  if (!byMeaning) return false;
  const { length } = tokens(question);
  const alike = above.filter((asked) => length >= paraphraseLength * tokens(asked).length);
  const seen = alike.map((query): Seen => ({ id: query, query }));
  return (await duplicateOf(context, question, seen)) !== null;
}

/** The question with the earlier questions and answers before it. */
export function withEarlier(question: string, earlier: readonly Step[]): string {
  const known = earlier.filter(({ answer }) => !isEmpty(answer));
  return [...known.map(({ query, answer }) => `${query} ${answer}.`), question].join(" ");
}
