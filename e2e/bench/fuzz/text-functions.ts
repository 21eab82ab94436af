/**
 * Every function of the source that is handed a text which somebody else wrote: a model, a person, a file
 * or a server. By `file#name`, each called with that text in its place and something fixed in the others.
 */
import { compareFindings, missingList } from "../../../src/core/comparison.ts";
import { readErrorBook } from "../../../src/core/error-book/file.ts";
import { toAppError } from "../../../src/core/errors.ts";
import { openRunFile } from "../../../src/core/log.ts";
import * as normalise from "../../../src/core/metrics/normalise.ts";
import { rouge } from "../../../src/core/metrics/rouge.ts";
import * as score from "../../../src/core/metrics/score.ts";
import * as chain from "../../../src/core/parse/chain.ts";
import { parseClaims } from "../../../src/core/parse/claims.ts";
import { parseDecomposition } from "../../../src/core/parse/decompose.ts";
import * as enumeration from "../../../src/core/parse/enumeration.ts";
import * as line from "../../../src/core/parse/line.ts";
import { parseNumbers } from "../../../src/core/parse/numbers.ts";
import * as options from "../../../src/core/parse/options.ts";
import { orderAsked } from "../../../src/core/parse/order.ts";
import { readableOutput } from "../../../src/core/parse/output.ts";
import { parseQuantity } from "../../../src/core/parse/quantity.ts";
import * as reading from "../../../src/core/parse/reading.ts";
import * as sentence from "../../../src/core/parse/sentence.ts";
import * as steps from "../../../src/core/parse/steps.ts";
import { parseSummary } from "../../../src/core/parse/summary.ts";
import * as candidates from "../../../src/core/pipeline/candidates.ts";
import * as earlier from "../../../src/core/pipeline/earlier.ts";
import * as template from "../../../src/core/pipeline/prompt-template.ts";
import { checkQuestion } from "../../../src/core/question.ts";

export type TextFunction = (text: string) => unknown;

const someQuestion =
  "Which river flows through the capital of the country whose anthem is Mu isamaa?";
const year = { amount: 1900, unit: "", day: 19_000_000 };
const asked = { query: "Which countries border Mali?", answer: "Niger and Chad" };
const unsolved = { query: "Which countries border Chad?", answer: "" };

export const coreFunctions: Readonly<Record<string, TextFunction>> = {
  "core/comparison.ts#compareFindings": (text) => [
    compareFindings(text, [asked, { ...asked, query: "Which countries border Chad?" }]),
    compareFindings("Is A or B longer?", [asked, { query: text, answer: text }]),
    compareFindings("Which country borders both Mali and Chad?", [
      asked,
      { ...asked, answer: text },
    ]),
  ],
  "core/comparison.ts#missingList": (text) => [
    missingList(text, [asked, unsolved]),
    missingList("Which country borders both Mali and Chad?", [{ ...asked, query: text }, unsolved]),
  ],
  "core/error-book/file.ts#readErrorBook": readErrorBook,
  "core/errors.ts#toAppError": (text) => toAppError(new Error(text)),
  "core/log.ts#openRunFile": openRunFile,
  "core/metrics/normalise.ts#scoringForm": normalise.scoringForm,
  "core/metrics/normalise.ts#scoringTokens": normalise.scoringTokens,
  "core/metrics/normalise.ts#normalise": normalise.normalise,
  "core/metrics/normalise.ts#tokens": normalise.tokens,
  "core/metrics/normalise.ts#isEmpty": normalise.isEmpty,
  "core/metrics/normalise.ts#agreesShort": (text) => normalise.agreesShort(text, text),
  "core/metrics/rouge.ts#rouge": (text) => rouge(text, [someQuestion]),
  "core/metrics/score.ts#exactMatch": (text) => score.exactMatch(text, [text]),
  "core/metrics/score.ts#coverExactMatch": (text) => score.coverExactMatch(text, ["Tallinn"]),
  "core/metrics/score.ts#coverExactMatchTokens": (text) =>
    score.coverExactMatchTokens(text, ["Tallinn", text]),
  "core/metrics/score.ts#matchingRatio": (text) => score.matchingRatio(text, ["Tallinn"]),
  "core/metrics/score.ts#hitAtOne": (text) => score.hitAtOne(text, ["Tallinn"]),
  "core/metrics/score.ts#isKnownAnswer": (text) => score.isKnownAnswer(text, ["Tallinn"], 0.5),
  "core/metrics/score.ts#tokenF1": (text) => score.tokenF1(text, [text]),
  "core/metrics/score.ts#hotpotF1": (text) => score.hotpotF1(text, [text]),
  "core/metrics/score.ts#agreementRougeL": (text) => score.agreementRougeL(text, someQuestion),
  "core/parse/chain.ts#parseChain": (text) => chain.parseChain(text, someQuestion),
  "core/parse/chain.ts#asksOn": chain.asksOn,
  "core/parse/chain.ts#splitFinal": chain.splitFinal,
  "core/parse/chain.ts#isUnknown": chain.isUnknown,
  "core/parse/claims.ts#parseClaims": parseClaims,
  "core/parse/decompose.ts#parseDecomposition": parseDecomposition,
  "core/parse/enumeration.ts#asksForSeveral": enumeration.asksForSeveral,
  "core/parse/enumeration.ts#wholeList": (text) => enumeration.wholeList(`Mali, ${text}`, "Mali"),
  "core/parse/enumeration.ts#namesIn": enumeration.namesIn,
  "core/parse/line.ts#parseKeywords": line.parseKeywords,
  "core/parse/line.ts#parseDigest": line.parseDigest,
  "core/parse/line.ts#parseYesNo": line.parseYesNo,
  "core/parse/line.ts#withoutThinking": (text) => [
    line.withoutThinking(text),
    line.withoutThinking(`<think>${text}`),
  ],
  "core/parse/numbers.ts#parseNumbers": (text) => parseNumbers(text, 20),
  "core/parse/options.ts#asksYesOrNo": (text) => [
    options.asksYesOrNo(text),
    options.asksYesOrNo(`Is ${text} or Chad?`),
  ],
  "core/parse/options.ts#namedOptions": (text) => [
    options.namedOptions(text),
    options.namedOptions(`Is the ${text} or the ${text} longer?`),
    options.namedOptions(`Which is longer, ${text} or Chad?`),
  ],
  "core/parse/options.ts#isDescription": options.isDescription,
  "core/parse/order.ts#orderAsked": (text) => orderAsked(text, year, year),
  "core/parse/output.ts#readableOutput": readableOutput,
  "core/parse/quantity.ts#parseQuantity": (text) => [
    parseQuantity(text),
    parseQuantity(`1 ${text}`),
    parseQuantity(`5 May ${text}`),
  ],
  "core/parse/reading.ts#parseSpan": reading.parseSpan,
  "core/parse/reading.ts#parseJsonReading": (text) => [
    reading.parseJsonReading(text),
    reading.parseJsonReading(`{"answer": "${text}`),
    reading.parseJsonReading(`{"answer": ${JSON.stringify(text)}, "confidence": "${text}"}`),
  ],
  "core/parse/sentence.ts#parseSentence": sentence.parseSentence,
  "core/parse/sentence.ts#withoutUnsureWords": (text) =>
    sentence.withoutUnsureWords(text, text.split(/(?=\s)/u), [-9], 0.5),
  "core/parse/steps.ts#findConclusion": steps.findConclusion,
  "core/parse/steps.ts#parseReasoning": steps.parseReasoning,
  "core/parse/steps.ts#parseFollowUp": steps.parseFollowUp,
  "core/parse/summary.ts#parseSummary": (text) => [
    parseSummary(text, "Narva"),
    parseSummary(`Answer: ${text}`, "Narva"),
  ],
  "core/pipeline/candidates.ts#answerCandidates": (text) => [
    candidates.answerCandidates(someQuestion, text),
    candidates.answerCandidates(text, someQuestion),
  ],
  "core/pipeline/candidates.ts#stem": candidates.stem,
  "core/pipeline/earlier.ts#filledIn": (text) => [
    earlier.filledIn(text, [asked]),
    earlier.filledIn(someQuestion, [{ query: text, answer: text }]),
  ],
  "core/pipeline/earlier.ts#refersBack": earlier.refersBack,
  "core/pipeline/prompt-template.ts#filledText": (text) =>
    template.filledText(text, { name: text }),
  "core/pipeline/prompt-template.ts#placesIn": template.placesIn,
  "core/question.ts#checkQuestion": checkQuestion,
};
