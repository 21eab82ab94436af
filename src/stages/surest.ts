/** Chooses the surest reading, read again if wanted; on a tie, the answer proposed from memory. */
import { isEmpty } from "../language/normalise.ts";
import type { ScoredPassage, Stage } from "../log/types.ts";
import type { Context, Steps } from "../runtime/context.ts";
import { passageWeight, proposalTo } from "./memory-proposal.ts";
import { answersInOrder, type ReadPassage } from "./reader.ts";
import { readAgain } from "./span-reranker.ts";

type Read = ReadPassage<ScoredPassage>;

export interface Surest {
  /** Null if no passage answers. */
  best: Read | null;
  /** Index of `best`, from 0; −1 if no passage answers. */
  place: number;
}

/** From this share of the likeliest answer's worth, another ties with it. */
const tieFrom = 0.9;

/** Throws AppError. */
export async function* surestReading(
  context: Context,
  ask: { stage: Stage; node: string; question: string },
  read: readonly Read[],
): Steps<Surest> {
  const answers = answersInOrder(read, passageWeight(context, ask.node));
  const [first] = answers;
  if (first === undefined) return { best: null, place: -1 };
  const proposal = proposalTo(context, ask.node);
  const tied = answers.filter(({ worth }) => worth >= tieFrom * first.worth);
  const named =
    proposal === null ? undefined : tied.find((one) => tells(context, one.read, proposal));
  const surest = named?.read ?? first.read;
  const again = yield* readAgain(context, ask, surest);
  const best = proposal === null ? again : amongSpans(context, surest, again, proposal);
  // A run link does not keep the spans, so on replay the log decides.
  const isDecided = context.isReplaying
    ? context.recorded("deviation")?.switch === "memoryDecides"
    : surest !== first.read || best !== again;
  if (isDecided) {
    yield context.event({ type: "deviation", switch: "memoryDecides", node: ask.node });
  }
  return { best, place: read.indexOf(surest) };
}

function tells({ language }: Context, { reading }: Read, proposal: string): boolean {
  return !isEmpty(reading.span) && language.holdsName(proposal, reading.span);
}

function amongSpans(
  context: Context,
  { passage, reading }: Read,
  stands: Read,
  proposal: string,
): Read {
  if (reading.kind !== "span" || tells(context, stands, proposal)) return stands;
  const likely = reading.spans.find(({ text }) => text === stands.reading.span)?.probability;
  const named = reading.spans.find(
    ({ text, probability }) =>
      probability >= tieFrom * (likely ?? Number.POSITIVE_INFINITY) &&
      context.language.holdsName(proposal, text),
  );
  return named === undefined
    ? stands
    : { passage, reading: { ...stands.reading, span: named.text, start: null } };
}
