/**
 * Stage G, RA-ISF's Algorithm 1, solves a question by its parts. As printed, parts are independent;
 * `fillEarlier` (ours) fills earlier answers into later ones.
 */
import type { Trace } from "../folds/trace.ts";
import { isEmpty, normalise, tokens } from "../language/normalise.ts";
import type { Stage } from "../log/types.ts";
import { callModel } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import type { Step } from "../runtime/prompts.ts";
import { duplicateOf, type Seen } from "./duplicate.ts";
import { growBranch } from "./grow.ts";
import { parseDecomposition } from "./parse/decompose.ts";
import { isEcho } from "./parse/echo.ts";

export interface SubQuestion {
  node: string;
  question: string;
  depth: number;
  above: readonly string[];
}

/**
 * Six per question over three levels could be 258; the paper counts five to seven per run (Table
 * 4).
 */
export const maxSubQuestionsOfRun = 40;

interface Split {
  call: string;
  questions: readonly string[];
}

/** Parts become sibling nodes; [] if there are none. Throws AppError. */
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

function askedParts({ branches }: Trace): number {
  return branches.reduce(
    (sum, { cause, nodes }) => sum + (cause === "decompose" ? nodes.length : 0),
    0,
  );
}

function questionsDownTo(trace: Trace, { node, question, above }: SubQuestion): string[] {
  const written = trace.nodes.get(node)?.query ?? question;
  return [...new Set([...above, written, question])];
}

/** Parts that repeat a question above would loop. */
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
    // With earlier answers before it, a paraphrase is a new question.
    const alone = !fillEarlier || fresh.length === 0;
    if (!(await repeats(context, question, above, alone))) fresh.push(question);
  }
  if (fresh.length < questions.length) {
    yield context.event({ type: "deviation", switch: "repeatedDecomposition", node: parent.node });
  }
  return fresh;
}

/**
 * A paraphrase is as long as its original, a part shorter: of 274 parts of Factbook questions, 7
 * reach 0.85 in meaning, all with at most 0.78 of the words.
 */
const paraphraseLength = 0.9;

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

export function withEarlier(question: string, earlier: readonly Step[]): string {
  const known = earlier.filter(({ answer }) => !isEmpty(answer));
  return [...known.map(({ query, answer }) => `${query} ${answer}.`), question].join(" ");
}
