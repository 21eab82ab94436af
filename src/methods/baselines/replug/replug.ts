/**
 * REPLUG (RA-ISF §4.4, after Shi et al.) over candidate answers: p(a) = Σ_d λ(d) · P(a | d, q). The
 * paper mixes token by token, which needs the logits of all passages at once.
 */

import { normalise } from "../../../language/normalise.ts";
import { AppError } from "../../../log/errors.ts";
import type { ScoredPassage } from "../../../log/types.ts";
import type { Context, Steps } from "../../../runtime/context.ts";
import type { Constraint } from "../../../runtime/ports.ts";
import type { Prompt } from "../../../runtime/prompt-template.ts";
import { type PromptTemplate, promptFrom } from "../../../runtime/prompt-template.ts";
import { answerClosedBook } from "../../../stages/answer.ts";
import type { Conclusion } from "../../../stages/answer-event.ts";
import { growBranch } from "../../../stages/grow.ts";
import { readableText } from "../../../stages/reader.ts";
import { listPrompt, untrained } from "../../pipeline-prompts.ts";
import { readPrompt } from "../../skills.ts";
import {
  answerWith,
  askOf,
  baselineParts,
  callBaseline,
  close,
  closeWithAnswer,
  isSkilled,
  isSolvedBy,
  lookUp,
  marksOf,
  searchPrompts,
} from "../baseline.ts";

interface Source {
  node: string;
  passage: ScoredPassage;
  call: string | null;
  candidate: string;
}

/** P(a | d, q) by candidate text. */
type Shares = ReadonlyMap<string, number>;

const abstention = "none";

async function* solve(context: Context, root: string): Steps<Conclusion> {
  const { question, settings } = context;
  const found = yield* lookUp(context, root, question);
  if (found.length === 0) {
    const given = yield* answerClosedBook(context, askOf(context, root, question));
    yield close(context, root, "known", given);
    return { ...given, marks: [] };
  }
  const sources = yield* propose(context, root, found.slice(0, settings.answer.passages));
  const candidates = different(sources);
  const mixed = yield* mix(context, root, sources, candidates);
  const [best] = candidates
    .map((candidate) => ({ candidate, share: mixed.get(candidate) ?? 0 }))
    .sort((a, b) => b.share - a.share);
  const short = best?.candidate ?? "";
  const backing = sources.find((source) => same(source.candidate, short))?.passage ?? null;
  const sure = short === "" ? null : (best?.share ?? null);
  yield close(context, root, "combined", { short, confidence: sure, passage: backing });
  return concluded(root, sources, short);
}

/** After a person's correction all vote again, so that no old vote has to be found in the log. */
async function* propose(
  context: Context,
  root: string,
  passages: readonly ScoredPassage[],
): Steps<Source[]> {
  const nodes = context.nodeIds(passages.length);
  yield growBranch(context, {
    cause: "decompose",
    parent: root,
    call: null,
    fan: true,
    chain: {
      nodes: passages.map(({ title }) => ({ query: title, answer: null })),
      finalContent: null,
    },
  });
  const sources: Source[] = [];
  for (const [index, passage] of passages.entries()) {
    const node = nodes[index] ?? "";
    yield context.event({ type: "node-start", node });
    const given = yield* answerWith(context, node, context.question, [passage]);
    const settled = yield* closeWithAnswer(context, node, "answered", { ...given, passage });
    sources.push({ node, passage, call: settled.call, candidate: settled.short });
  }
  return sources;
}

function different(sources: readonly Source[]): string[] {
  const distinct: string[] = [];
  for (const { candidate } of sources) {
    const isNew = normalise(candidate) !== "" && !distinct.some((one) => same(one, candidate));
    if (isNew && !same(candidate, abstention)) distinct.push(candidate);
  }
  return distinct;
}

function same(a: string, b: string): boolean {
  return normalise(a) === normalise(b);
}

/** A single candidate needs no vote; if all abstain, the proposals count. */
async function* mix(
  context: Context,
  root: string,
  sources: readonly Source[],
  candidates: readonly string[],
): Steps<Shares> {
  const weights = await weigh(context, sources);
  const proposed = weighedSum(
    weights,
    sources.map(({ candidate }) => vote(candidates, candidate)),
  );
  if (candidates.length <= 1) return proposed;
  const shares: Shares[] = [];
  let untold = false;
  for (const source of sources) {
    const { told, share } = yield* choose(context, source, candidates);
    untold ||= !told;
    shares.push(share);
  }
  if (untold) {
    yield context.event({ type: "deviation", switch: "noChoiceProbabilities", node: root });
  }
  const mixed = weighedSum(weights, shares);
  return candidates.some((candidate) => (mixed.get(candidate) ?? 0) > 0) ? mixed : proposed;
}

/** λ(d): softmax of cosines. Throws AppError. */
async function weigh(context: Context, sources: readonly Source[]): Promise<number[]> {
  context.throwIfStopped();
  const texts = [context.question, ...sources.map(({ passage }) => readableText(passage))];
  const [own, ...vectors] = await context.ports.embedder.embed(texts, context.signal);
  if (own === undefined || vectors.length !== sources.length) {
    throw new AppError("model-nonsense", { cause: "vectors", vectors: vectors.length });
  }
  const raised = vectors.map((vector) =>
    Math.exp(own.reduce((sum, value, index) => sum + value * (vector[index] ?? 0), 0)),
  );
  const total = raised.reduce((sum, value) => sum + value, 0);
  return raised.map((value) => value / total);
}

function weighedSum(weights: readonly number[], shares: readonly Shares[]): Shares {
  const sum = new Map<string, number>();
  for (const [index, share] of shares.entries()) {
    for (const [candidate, value] of share) {
      sum.set(candidate, (sum.get(candidate) ?? 0) + (weights[index] ?? 0) * value);
    }
  }
  return sum;
}

function vote(candidates: readonly string[], settled: string): Shares {
  const chosen = candidates.find((candidate) => same(candidate, settled));
  return new Map(chosen === undefined ? [] : [[chosen, 1]]);
}

async function* choose(
  context: Context,
  { node, passage }: Source,
  candidates: readonly string[],
): Steps<{ told: boolean; share: Shares }> {
  const constraint: Constraint = { kind: "choice", options: [...candidates, abstention] };
  const text = readableText(passage);
  const prompt = isSkilled(context)
    ? readPrompt(context.question, text, constraint)
    : choice(context.question, text, constraint.options, constraint);
  const { id, end, text: said } = yield* callBaseline(context, node, "answer", prompt);
  const probabilities = end.choiceProbabilities;
  if (probabilities !== null) return { told: true, share: new Map(Object.entries(probabilities)) };
  const share = vote(candidates, said);
  if (share.size === 0 && !same(said, abstention)) {
    const detail = "none of the candidates";
    yield* context.parseFailure(id, "answer", { resolution: "fell-back", detail });
  }
  return { told: false, share };
}

export const replugTemplate: PromptTemplate = {
  id: "replug",
  messages: [
    {
      role: "system",
      content: "Answer the question from the text with exactly one of the answers that are listed.",
    },
    {
      role: "user",
      content: "{{passages}}\n\nQuestion: {{question}}\nAnswers:\n{{options}}",
    },
  ],
};

function choice(
  question: string,
  text: string,
  options: readonly string[],
  constraint: Constraint,
): Prompt {
  const listed = options.map((option) => `- ${option}`).join("\n");
  return promptFrom(
    replugTemplate,
    { passages: text, question, options: listed },
    { fixedPrefixMessages: 1, maxTokens: 32, stop: ["\n"], constraint },
  );
}

function concluded(root: string, sources: readonly Source[], short: string): Conclusion {
  const backing = sources.filter(({ candidate }) => same(candidate, short));
  const marks = sources.flatMap((source, index) =>
    backing.includes(source) ? [`[${index + 1}]`] : [],
  );
  return {
    call: backing[0]?.call ?? null,
    short,
    text: short === "" ? "" : `${short} ${marks.join("")}.`,
    marks: marksOf(
      root,
      sources.map(({ passage }) => passage),
    ),
  };
}

export const parts = baselineParts({
  solve,
  listed: [
    ...searchPrompts,
    listPrompt("solve", untrained, "Choose among the candidates", replugTemplate, isSolvedBy),
  ],
  choices: [
    "An approximation: the paper mixes the probabilities of every next token over all passages, which no engine here lets one do. Here each passage proposes one answer, and the probabilities of these candidates are mixed: p(a) = Σ λ(d) · P(a | d, q).",
    "P(a | d, q) is read at the first token that tells the candidates apart; an engine that tells no probability gives each passage one vote, and the run says so.",
    "A passage may say none of the candidates; its share is then lost to all of them.",
    "λ is the softmax of the cosine of question and passage, as printed, by the encoder that searches the library.",
    "REPLUG LSR, which trains the retriever on the language model's own word, is left out.",
  ],
});
