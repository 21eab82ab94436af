/**
 * Ours, not the paper's: if a chain's readings were unsure, the encoder reads the question over the
 * path's joined evidence. Its answer wins if it is surer than the steps, or if the chain found
 * nothing.
 */
import { isEmpty } from "../language/normalise.ts";
import type { Passage, ScoredPassage } from "../log/types.ts";
import { mean } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import type { PassageReader, PassageReading } from "../runtime/ports.ts";
import { currentPath } from "./path.ts";
import { mostRelevant, readableText, readEach, timedRead } from "./reader.ts";

export interface PathStep {
  node: string;
  query: string;
  answer: string;
  passageId: string | null;
}

/** About 480 tokens; with the question they fill the encoder's 512. */
const evidenceCharacters = 2100;
/**
 * A chain surer than this is not checked: on the Factbook it is right more often than one reading
 * of the whole question (docs/engines.md).
 */
const sureChain = 0.6;
/** The training rows join passages this way. */
const joint = "\n";
const rankedPassages = 20;

/** Throws AppError. */
export async function* checkAnswer(
  context: Context,
  path: readonly PathStep[],
  summary: { id: string; short: string },
): Steps<string> {
  const { reader } = context.ports;
  if (!context.settings.evidence || reader === null) return summary.short;
  const foundNothing = path.length === 0 || isEmpty(summary.short);
  const chain = chainConfidence(context, path);
  if (!foundNothing && chain !== null && chain >= sureChain) return summary.short;
  const passages = yield* evidenceOf(context, reader, path);
  if (passages.length === 0) return summary.short;
  const texts = passages.map(readableText);
  const joined = [texts.join(joint)];
  const { said, remembered, totalMs } = await timedRead(context, reader, context.question, joined);
  const [reading] = said;
  if (reading === undefined) return summary.short;
  const threshold = Math.max(context.settings.evidenceThreshold, chain ?? 0);
  const answers = reading.kind !== "none" && !isEmpty(reading.span);
  const stands = answers && (foundNothing || reading.confidence > threshold);
  yield context.event({
    type: "evidence",
    call: summary.id,
    passages: passages.map(({ id }) => id),
    candidates: [
      { by: "model", answer: summary.short, confidence: chain },
      { by: "encoder", answer: reading.span, confidence: reading.confidence },
    ],
    noAnswer: reading.noAnswer,
    threshold,
    passageId: passages[placeOf(reading, texts)]?.id ?? null,
    chosen: stands ? "encoder" : "model",
    tokens: reading.tokens,
    totalMs,
    ...(remembered === 0 ? {} : { remembered }),
  });
  return stands ? reading.span : summary.short;
}

/** Mean confidence of the path's answers; null without any. */
function chainConfidence(context: Context, path: readonly PathStep[]): number | null {
  const confidences = path.flatMap(({ node }) => {
    const confidence = context.trace.nodes.get(node)?.verdict?.confidence ?? null;
    return confidence === null ? [] : [confidence];
  });
  return mean(confidences);
}

function placeOf({ start }: PassageReading, texts: readonly string[]): number {
  if (start === null) return -1;
  let end = 0;
  return texts.findIndex((text) => {
    end += text.length + joint.length;
    return start < end;
  });
}

/**
 * Passages in path order, then the best others. Overflow is dropped from the front: the last step
 * is nearest to the answer.
 */
async function* evidenceOf(
  context: Context,
  reader: PassageReader,
  path: readonly PathStep[],
): Steps<ScoredPassage[]> {
  const { passages } = context.trace;
  const ids = [...new Set(path.map(({ passageId }) => passageId ?? ""))];
  const rests = ids.flatMap((id) => passages.get(id) ?? []);
  const excerpts = fitting(rests.toReversed(), evidenceCharacters).toReversed();
  const room = evidenceCharacters - lengthOf(excerpts);
  const others = otherPassages(context, new Set(ids));
  if (room <= 0 || others.length === 0) return excerpts;
  const best = yield* readEach(
    context,
    reader,
    { stage: "summarise", node: null, use: "rank", question: context.question },
    others,
    {
      keep(all) {
        const ordered = mostRelevant(all.length).keep(all);
        const count = fitting(
          ordered.map(({ passage }) => passage),
          room,
        ).length;
        return ordered.slice(0, count);
      },
    },
  );
  return [...excerpts, ...best.map(({ passage }) => passage)];
}

function otherPassages(context: Context, taken: ReadonlySet<string>): ScoredPassage[] {
  const nodes = currentPath(context.trace);
  const all = [
    ...nodes.flatMap((node) => node.passages),
    ...nodes.flatMap((node) => node.candidates),
  ];
  const byId = new Map(all.map((passage) => [passage.id, passage]));
  return [...byId.values()].filter(({ id }) => !taken.has(id)).slice(0, rankedPassages);
}

/** The encoder may cut the last passage. */
function fitting<P extends Passage>(passages: readonly P[], room: number): P[] {
  let used = 0;
  return passages.filter((passage) => {
    const fits = used < room;
    used += readableText(passage).length + 1;
    return fits;
  });
}

function lengthOf(passages: readonly ScoredPassage[]): number {
  return passages.reduce((sum, passage) => sum + readableText(passage).length + 1, 0);
}
