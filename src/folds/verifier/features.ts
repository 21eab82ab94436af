/** These numbers indicate how likely an answer is right; they need no further calls. */
import { normalise, tokens } from "../../language/normalise.ts";
import { agree, answerStateOf, holds, namesIn, namingWords } from "../answer-state.ts";
import { decidingReading } from "../deciding-reading.ts";
import { checkBranches, type Trace, type TraceNode } from "../trace.ts";

/** Trees with other columns, or another order, are refused. */
export const featureNames = [
  "answerWords",
  "answerCharacters",
  "answerIsNumber",
  "answerIsYesOrNo",
  "answerIsName",
  "answerInQuestion",
  "answerSharesWords",
  "questionWords",
  "questionNames",
  "questionHasNumber",
  "asksWho",
  "asksWhen",
  "asksWhere",
  "asksHowMany",
  "asksWhich",
  "asksYesOrNo",
  "isChain",
  "stepsNeeded",
  "stepsUnsolved",
  "stepsUnknown",
  "stepsOverruled",
  "stepsConfirmed",
  "stepsUnconfirmed",
  "stepsLeftBehind",
  "branches",
  "departures",
  "parseFailures",
  "calls",
  "isComputed",
  "state",
  "missingSteps",
  "passages",
  "passagesHoldingAnswer",
  "nodesAgreeing",
  "citedHoldsAnswer",
  "namesFound",
  "namesInOnePassage",
  "namesInDeciding",
  "wordsFound",
  "wordsInDecided",
  "answerInTitle",
  "answerIsEarlierStep",
  "answersApart",
  "chainHolds",
  "answerTimesInDeciding",
  "confidenceLeast",
  "confidenceLast",
  "confidenceMean",
  "relevanceLeast",
  "relevanceLast",
  "noAnswerMost",
  "noAnswerLast",
  "marginLast",
  "spanLast",
  "spansHoldingAnswer",
  "relevanceSecond",
  "readersAgree",
  "answerMass",
  "relevanceMean",
  "kindsNone",
  "questionRelevance",
  "questionNoAnswer",
  "questionConfidence",
  "checkNoAnswer",
  "checkConfidence",
  "checkAgrees",
  "checkChosen",
  "logprobAnswer",
  "logprobLeast",
  "logprobPlan",
  "known",
  "helpfulPassages",
  "rankedByBoth",
  "topIsBest",
] as const;
export type FeatureName = (typeof featureNames)[number];

/** Null if not measured: the trees have a branch for it. */
export type Features = Readonly<Record<FeatureName, number | null>>;

export function featuresOf(trace: Trace): Features | null {
  const { answer, start } = trace;
  if (answer === null || start === null) return null;
  const said = answer.short;
  const { question } = start;
  const steps = stepsThatCount(trace);
  return {
    ...ofAnswer(said, question),
    ...ofQuestion(question),
    ...ofWay(trace, steps),
    ...ofFinding(trace, said, question),
    ...ofChain(trace, steps, said, question),
    ...ofReaders(steps, said),
    ...ofWholeQuestion(trace, question),
    ...ofCheck(trace, said),
    ...ofModels(trace),
    ...ofRanking(steps),
  };
}

function ofAnswer(said: string, question: string) {
  const words = tokens(said);
  const asked = new Set(tokens(question));
  return {
    answerWords: words.length,
    answerCharacters: said.length,
    answerIsNumber: flag(/\d/u.test(said)),
    answerIsYesOrNo: flag(/^(?:yes|no)$/iu.test(said.trim())),
    answerIsName: flag(/^\p{Lu}/u.test(said.trim())),
    answerInQuestion: flag(holds(question, said)),
    answerSharesWords: shareOf(words, (word) => asked.has(word)),
  };
}

/** The verifier was trained on English: the first words show the answer's type. */
function ofQuestion(question: string) {
  const form = ` ${question.toLowerCase()} `;
  return {
    questionWords: tokens(question).length,
    questionNames: namesIn(question).length,
    questionHasNumber: flag(/\d/u.test(question)),
    asksWho: flag(/\bwho(?:m|se)?\b/u.test(form)),
    asksWhen: flag(/\bwhen\b|\bwhat (?:year|date|day|month)\b|\bwhich year\b/u.test(form)),
    asksWhere: flag(/\bwhere\b/u.test(form)),
    asksHowMany: flag(/\bhow (?:many|much|old|long|far|high|tall|large|big)\b/u.test(form)),
    asksWhich: flag(/\bwhich\b/u.test(form)),
    asksYesOrNo: flag(
      /^ (?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\b/u.test(form),
    ),
  };
}

function ofWay(trace: Trace, steps: readonly TraceNode[]) {
  const count = (...statuses: TraceNode["status"][]) =>
    steps.filter(({ status }) => statuses.includes(status)).length;
  const planned = (own: TraceNode["status"]) =>
    steps.filter(({ status, fromMemory }) => status === own && !fromMemory).length;
  return {
    isChain: flag(trace.shape === "chain"),
    stepsNeeded: steps.length,
    stepsUnsolved: count("unsolved"),
    stepsUnknown: count("unknown"),
    // The verifier was trained on answers that a chain built on; one from memory supports nothing.
    stepsOverruled: planned("corrected"),
    stepsConfirmed: planned("verified"),
    stepsUnconfirmed: count("accepted", "known", "reasoned"),
    stepsLeftBehind: [...trace.nodes.values()].filter(({ abandoned }) => abandoned).length,
    branches: trace.branches.length,
    departures: trace.deviations.length,
    parseFailures: trace.parseFailures.length,
    calls: trace.calls.size,
    isComputed: flag(trace.arithmetic !== null),
  };
}

const stateRank = { "not-in-library": 0, "partly-found": 1, found: 2 } as const;

function ofFinding(trace: Trace, said: string, question: string) {
  const state = answerStateOf(trace);
  const read = [...trace.nodes.values()].filter(({ abandoned }) => !abandoned);
  const texts = new Map(
    read.flatMap(({ passages }) => passages.map((one) => [one.id, `${one.title} ${one.text}`])),
  );
  const names = namesIn(question);
  const words = namingWords(question);
  const all = [...texts.values()];
  const inText = (text: string) => {
    const there = new Set(tokens(text));
    return shareOf(words, (word) => there.has(word));
  };
  const together = new Set(all.flatMap(tokens));
  const deciding = state !== null && "deciding" in state ? state.deciding : null;
  const cited = trace.answer?.citations.flatMap(({ passageId }) =>
    passageId === null ? [] : (trace.passages.get(passageId) ?? []),
  );
  return {
    state: state === null ? null : stateRank[state.kind],
    missingSteps: state?.kind === "partly-found" ? state.missing.length : 0,
    passages: texts.size,
    passagesHoldingAnswer: all.filter((text) => holds(text, said)).length,
    nodesAgreeing: read.filter(({ answer }) => answer !== null && agree(answer, said)).length,
    citedHoldsAnswer: flag(
      cited?.some(({ title, text }) => holds(`${title} ${text}`, said)) === true,
    ),
    namesFound:
      all.length === 0 || names.length === 0
        ? null
        : shareOf(names, (name) => all.some((text) => holds(text, name))),
    namesInOnePassage: all.length === 0 ? null : largest(all.map(inText)),
    namesInDeciding:
      deciding === null ? null : inText(`${deciding.passage.title} ${deciding.passage.text}`),
    wordsFound: all.length === 0 ? null : shareOf(words, (word) => together.has(word)),
  };
}

/** Each answer occurs in the next step's question or passage. */
function ofChain(trace: Trace, steps: readonly TraceNode[], said: string, question: string) {
  const decided = steps.flatMap(
    ({ verdict }) => trace.passages.get(verdict?.passageId ?? "") ?? [],
  );
  const last = decided.at(-1);
  const words = namingWords(question);
  const there = new Set(decided.flatMap(({ title, text }) => tokens(`${title} ${text}`)));
  const links = steps.slice(1).flatMap((step, index) => {
    const before = steps[index]?.answer ?? "";
    const passage = trace.passages.get(step.verdict?.passageId ?? "");
    if (before === "" || passage === undefined) return [];
    return [holds(step.query, before) || holds(`${passage.title} ${passage.text}`, before)];
  });
  const earlier = steps.slice(0, -1).flatMap(({ answer }) => answer ?? []);
  const answers = new Set(
    steps.flatMap(({ answer }) => (answer === null ? [] : normalise(answer))),
  );
  return {
    wordsInDecided: decided.length === 0 ? null : shareOf(words, (word) => there.has(word)),
    answerInTitle: last === undefined ? null : flag(agree(last.title, said)),
    answerIsEarlierStep:
      earlier.length === 0 ? null : flag(earlier.some((one) => agree(one, said))),
    answersApart: answers.size,
    chainHolds: shareOf(links, (link) => link),
    answerTimesInDeciding:
      last === undefined
        ? null
        : ` ${normalise(last.text)} `.split(` ${normalise(said)} `).length - 1,
  };
}

/** The surest reading counts if no passage is named. */
function ofReaders(steps: readonly TraceNode[], said: string) {
  const chosen = steps.flatMap((step) => {
    const reading = decidingReading(step);
    return reading === null ? [] : [{ step, reading }];
  });
  const last = chosen.at(-1);
  const best = chosen.map(({ reading }) => reading);
  const [first = null, second = null] = last?.reading.spans ?? [];
  const relevances = (last?.step.reading?.readings ?? [])
    .map(({ relevance }) => relevance)
    .sort((a, b) => b - a);
  return {
    confidenceLeast: least(best.map(({ confidence }) => confidence)),
    confidenceLast: last?.reading.confidence ?? null,
    confidenceMean: meanOf(best.map(({ confidence }) => confidence)),
    relevanceLeast: least(best.map(({ relevance }) => relevance)),
    relevanceLast: last?.reading.relevance ?? null,
    noAnswerMost: largest(best.map(({ noAnswer }) => noAnswer)),
    noAnswerLast: last?.reading.noAnswer ?? null,
    marginLast: first === null ? null : first.probability - (second?.probability ?? 0),
    spanLast: first?.probability ?? null,
    spansHoldingAnswer:
      last === undefined
        ? null
        : (last.step.reading?.readings ?? []).filter(({ span }) => agree(span, said)).length,
    relevanceSecond: relevances[1] ?? null,
    readersAgree: readersAgree(steps),
    answerMass:
      last === undefined || last.reading.spans === undefined
        ? null
        : last.reading.spans.reduce(
            (sum, { text, probability }) => sum + (agree(text, said) ? probability : 0),
            0,
          ),
    relevanceMean: meanOf(best.map(({ relevance }) => relevance)),
    kindsNone:
      last === undefined
        ? null
        : shareOf(last.step.reading?.readings ?? [], ({ kind }) => kind === "none"),
  };
}

/** Null if the language model was not asked. */
function readersAgree(steps: readonly TraceNode[]): number | null {
  const second = steps.flatMap(({ secondReading, reading }) =>
    secondReading === null ? [] : [{ secondReading, reading }],
  );
  if (second.length === 0) return null;
  return shareOf(second, ({ secondReading, reading }) => {
    const first = reading?.readings.find(({ passageId }) => passageId === secondReading.passageId);
    return first !== undefined && agree(first.span, secondReading.span);
  });
}

function ofWholeQuestion(trace: Trace, question: string) {
  const own = [...trace.nodes.values()].flatMap(({ reading }) =>
    reading !== null && agree(reading.question, question) ? reading.readings : [],
  );
  return {
    questionRelevance: largest(own.map(({ relevance }) => relevance)),
    questionNoAnswer: least(own.map(({ noAnswer }) => noAnswer)),
    questionConfidence: largest(
      own.flatMap(({ kind, confidence }) => (kind === "none" ? [] : confidence)),
    ),
  };
}

function ofCheck({ evidence }: Trace, said: string) {
  const read = evidence?.candidates.find(({ by }) => by === "encoder");
  return {
    checkNoAnswer: evidence?.noAnswer ?? null,
    checkConfidence: read?.confidence ?? null,
    checkAgrees: read === undefined ? null : flag(agree(read.answer, said)),
    checkChosen: evidence === null ? null : flag(evidence.chosen === "encoder"),
  };
}

function ofModels(trace: Trace) {
  const ended = [...trace.calls.values()].flatMap(({ start, end }) =>
    end === null || end.meanLogprob === null
      ? []
      : [{ purpose: start.purpose, logprob: end.meanLogprob, call: start.call }],
  );
  const of = (purpose: string) => ended.findLast((one) => one.purpose === purpose)?.logprob ?? null;
  const gates = [...trace.nodes.values()].flatMap(({ gate }) => gate?.score ?? []);
  const filters = [...trace.nodes.values()].flatMap(({ filter }) => filter?.judged ?? []);
  return {
    logprobAnswer:
      ended.find(({ call }) => call === trace.answer?.call)?.logprob ??
      of("summarise") ??
      of("answer"),
    logprobLeast: least(ended.map(({ logprob }) => logprob)),
    logprobPlan: of("plan"),
    known: largest(gates),
    helpfulPassages: filters.length === 0 ? null : shareOf(filters, ({ relevant }) => relevant),
  };
}

function ofRanking(steps: readonly TraceNode[]) {
  const tops = steps.flatMap(({ candidates }) => candidates[0] ?? []);
  const read = steps.flatMap((step) => {
    const reading = decidingReading(step);
    return reading === null ? [] : [step.candidates[0]?.id === reading.passageId];
  });
  return {
    rankedByBoth: tops.some(({ bm25Rank, denseRank }) => (bm25Rank ?? denseRank) === undefined)
      ? null
      : shareOf(tops, ({ bm25Rank, denseRank }) => bm25Rank === denseRank),
    topIsBest: shareOf(read, (isTop) => isTop),
  };
}

/** Leaves out abandoned steps and mere checks. */
function stepsThatCount(trace: Trace): TraceNode[] {
  const checks = checkBranches(trace);
  return [...trace.nodes.values()].filter(
    ({ abandoned, branch, status }) =>
      !abandoned && !checks.has(branch) && status !== "waiting" && status !== "running",
  );
}

function flag(value: boolean): number {
  return value ? 1 : 0;
}

function shareOf<Value>(values: readonly Value[], fits: (value: Value) => boolean): number | null {
  return values.length === 0 ? null : values.filter(fits).length / values.length;
}

function meanOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function least(values: readonly (number | null)[]): number | null {
  const told = values.filter((value) => value !== null);
  return told.length === 0 ? null : told.reduce((a, b) => Math.min(a, b));
}

function largest(values: readonly (number | null)[]): number | null {
  const told = values.filter((value) => value !== null);
  return told.length === 0 ? null : told.reduce((a, b) => Math.max(a, b));
}
