/** Every function that receives foreign text, by `file#name`, with its other arguments fixed. */

import * as z from "zod/mini";
import { namesSaid, withAskedNames } from "../../../src/language/asked-names.ts";
import * as phrases from "../../../src/language/english/answer-phrases.ts";
import { asOf } from "../../../src/language/english/as-of.ts";
import * as askedKind from "../../../src/language/english/asked-kind.ts";
import * as askedValue from "../../../src/language/english/asked-value.ts";
import * as called from "../../../src/language/english/called-by-name.ts";
import * as candidates from "../../../src/language/english/candidates.ts";
import { compareFindings, missingList } from "../../../src/language/english/comparison.ts";
import { conclusionWords } from "../../../src/language/english/conclusion.ts";
import * as earlier from "../../../src/language/english/decontextualise.ts";
import { english } from "../../../src/language/english/english.ts";
import * as enumeration from "../../../src/language/english/enumeration.ts";
import * as followUp from "../../../src/language/english/follow-up.ts";
import * as forms from "../../../src/language/english/forms.ts";
import * as longer from "../../../src/language/english/longer-names.ts";
import { noQuestion } from "../../../src/language/english/no-question.ts";
import { numbersNamed } from "../../../src/language/english/numbers-named.ts";
import * as options from "../../../src/language/english/options.ts";
import { orderAsked } from "../../../src/language/english/order.ts";
import { otherLanguage } from "../../../src/language/english/other-language.ts";
import { parseQuantity } from "../../../src/language/english/quantity.ts";
import { sentencesOf } from "../../../src/language/english/sentences.ts";
import { statement } from "../../../src/language/english/statement.ts";
import { noWords } from "../../../src/language/language.ts";
import * as names from "../../../src/language/names.ts";
import { misspeltName, slipsBetween } from "../../../src/language/near-names.ts";
import * as normalise from "../../../src/language/normalise.ts";
import { unitForm } from "../../../src/language/scoring-units.ts";
import { toAppError } from "../../../src/log/errors.ts";
import { openRunFile } from "../../../src/log/file.ts";
import { checkQuestion } from "../../../src/log/question.ts";
import * as sentence from "../../../src/methods/baselines/parse/sentence.ts";
import * as steps from "../../../src/methods/baselines/parse/steps.ts";
import { rouge } from "../../../src/metrics/rouge.ts";
import * as score from "../../../src/metrics/score.ts";
import { factsOf } from "../../../src/retrieval/libraries/contents/facts-of.ts";
import { withoutThinking } from "../../../src/runtime/call.ts";
import { readableOutput } from "../../../src/runtime/output.ts";
import { codesIn, mailIn } from "../../../src/runtime/privacy/codes.ts";
import {
  hiddenIn,
  normaliseLetters,
  withoutTags,
  withPlainDigits,
} from "../../../src/runtime/privacy/letters.ts";
import { visibilityAt } from "../../../src/runtime/privacy/visibility.ts";
import * as template from "../../../src/runtime/prompt-template.ts";
import { escapedControls, withoutControls } from "../../../src/shared/plain-characters.ts";
import { bareAnswer } from "../../../src/stages/parse/bare-answer.ts";
import * as chain from "../../../src/stages/parse/chain.ts";
import { parseClaims } from "../../../src/stages/parse/claims.ts";
import { parseDecomposition } from "../../../src/stages/parse/decompose.ts";
import { isEcho } from "../../../src/stages/parse/echo.ts";
import { endsShortened, firstSentence } from "../../../src/stages/parse/first-sentence.ts";
import { groundReading } from "../../../src/stages/parse/grounded.ts";
import { looksLikeJson, readJson } from "../../../src/stages/parse/json.ts";
import * as line from "../../../src/stages/parse/line.ts";
import { oddsOfWords } from "../../../src/stages/parse/odds.ts";
import * as reading from "../../../src/stages/parse/reading.ts";
import {
  markedSteps,
  marksStep,
  renumberMarks,
  shiftMarks,
  withStepAnswers,
} from "../../../src/stages/parse/step-marks.ts";
import { parseSummary } from "../../../src/stages/parse/summary.ts";

export type TextFunction = (text: string) => unknown;

const someQuestion =
  "Which river flows through the capital of the country whose anthem is Mu isamaa?";
const language = english(noWords);
const year = { amount: 1900, unit: "", day: 19_000_000 };
const asked = { query: "Which countries border Mali?", answer: "Niger and Chad" };
const rules = { isForm: forms.isForm, longerThan: longer.longerNames, aliases: [] };
const unsolved = { query: "Which countries border Chad?", answer: "" };

const concluding = {
  language,
  question: someQuestion,
  found: ["Tallinn"],
  fallback: "Narva",
  isEcho: () => false,
};
const anyObject = z.looseObject({});
const readFrom = (text: string) => ({
  language,
  query: text,
  passages: [{ id: "a", title: "Narva", text, score: 1 }],
});

export const coreFunctions: Readonly<Record<string, TextFunction>> = {
  "language/asked-names.ts#withAskedNames": (text) => [
    withAskedNames(text, [["Myanmar", "Burma"]])("Burma borders Laos."),
    withAskedNames("Which is larger, Myanmar or Laos?", [["Myanmar", "Burma"]])(text),
  ],
  "language/asked-names.ts#namesSaid": (text) => namesSaid(text, ["Côte d'Ivoire", "Peru"]),
  "language/near-names.ts#misspeltName": (text) =>
    misspeltName(text, ["Portugal", "Colombia"], {
      isForm: forms.isFormOfName,
      mayPrecedeName: (word) => word === "of",
    }),
  "language/near-names.ts#slipsBetween": (text) => slipsBetween(text, "Portugal", 3),
  "language/english/follow-up.ts#openReference": followUp.openReference,
  "language/english/follow-up.ts#withAntecedent": (text) =>
    followUp.withAntecedent(text, { word: "its", at: 0, of: "thing" }, "Peru"),
  "language/english/follow-up.ts#openPhrase": followUp.openPhrase,
  "language/english/follow-up.ts#otherName": followUp.otherName,
  "language/english/forms.ts#isFormOfName": (text) => forms.isFormOfName(text, text),
  "language/english/no-question.ts#noQuestion": noQuestion,
  "language/english/other-language.ts#otherLanguage": otherLanguage,
  "language/english/as-of.ts#asOf": (text) => [
    asOf(text, "7"),
    asOf(`7${text}`, "7"),
    asOf(text, text),
  ],
  "language/english/sentences.ts#sentencesOf": sentencesOf,
  "retrieval/libraries/contents/facts-of.ts#factsOf": (text) => [
    factsOf(text, "Mali"),
    factsOf(`Mali: ${text}`, "Mali"),
  ],
  "language/english/comparison.ts#compareFindings": (text) => [
    compareFindings(text, [asked, { ...asked, query: "Which countries border Chad?" }]),
    compareFindings("Is A or B longer?", [asked, { query: text, answer: text }]),
    compareFindings("Which country borders both Mali and Chad?", [
      asked,
      { ...asked, answer: text },
    ]),
  ],
  "language/english/comparison.ts#missingList": (text) => [
    missingList(text, [asked, unsolved]),
    missingList("Which country borders both Mali and Chad?", [{ ...asked, query: text }, unsolved]),
  ],
  "log/errors.ts#toAppError": (text) => toAppError(new Error(text)),
  "log/file.ts#openRunFile": openRunFile,
  "language/normalise.ts#scoringForm": normalise.scoringForm,
  "language/normalise.ts#scoringTokens": normalise.scoringTokens,
  "language/scoring-units.ts#unitForm": unitForm,
  "language/normalise.ts#normalise": normalise.normalise,
  "language/normalise.ts#tokens": normalise.tokens,
  "language/normalise.ts#isEmpty": normalise.isEmpty,
  "language/normalise.ts#plainName": normalise.plainName,
  "language/normalise.ts#withoutStrokes": normalise.withoutStrokes,
  "language/normalise.ts#withoutAccents": normalise.withoutAccents,
  "language/names.ts#holdsName": (text) => [
    names.holdsName(text, "Guinea", rules),
    names.holdsName(someQuestion, text, rules),
    names.holdsName(text, text, rules),
  ],
  "language/names.ts#holdsNormalised": (text) => names.holdsNormalised(text, "guinea", rules),
  "language/names.ts#isOnlyWithinOthers": (text) => names.isOnlyWithinOthers(text, "Guinea", rules),
  "language/names.ts#canonical": (text) => names.canonical(text, names.splitHyphens, rules),
  "language/names.ts#splitHyphens": names.splitHyphens,
  "language/english/forms.ts#isForm": (text) => forms.isForm(text, text),
  "language/english/forms.ts#isDerived": (text) => forms.isDerived(`${text}n`, text),
  "language/english/longer-names.ts#longerNames": longer.longerNames,
  "language/english/longer-names.ts#otherPlacesIn": longer.otherPlacesIn,
  "language/english/called-by-name.ts#namesCalled": called.namesCalled,
  "language/english/called-by-name.ts#namesHeld": (text) => [
    called.namesHeld(text)(someQuestion),
    called.namesHeld(someQuestion)(text),
  ],
  "language/english/conclusion.ts#conclusionWords": (text) => conclusionWords(text, [text]),
  "metrics/rouge.ts#rouge": (text) => rouge(text, [someQuestion]),
  "metrics/score.ts#exactMatch": (text) => score.exactMatch(text, [text]),
  "metrics/score.ts#coverExactMatch": (text) => score.coverExactMatch(text, ["Tallinn"]),
  "metrics/score.ts#coverExactMatchTokens": (text) =>
    score.coverExactMatchTokens(text, ["Tallinn", text]),
  "metrics/score.ts#matchingRatio": (text) => score.matchingRatio(text, ["Tallinn"]),
  "metrics/score.ts#hitAtOne": (text) => score.hitAtOne(text, ["Tallinn"]),
  "metrics/score.ts#isKnownAnswer": (text) => score.isKnownAnswer(text, ["Tallinn"], 0.5),
  "metrics/score.ts#rightChoice": (text) =>
    score.rightChoice(text, ["Tallinn"], ["Tallinn", "Riga", text]),
  "metrics/score.ts#tokenF1": (text) => score.tokenF1(text, [text]),
  "metrics/score.ts#hotpotF1": (text) => score.hotpotF1(text, [text]),
  "metrics/score.ts#agreementRougeL": (text) => score.agreementRougeL(text, someQuestion),
  "stages/parse/chain.ts#parseChain": (text) => chain.parseChain(text, someQuestion, language),
  "stages/parse/step-marks.ts#marksStep": marksStep,
  "stages/parse/step-marks.ts#markedSteps": markedSteps,
  "stages/parse/step-marks.ts#renumberMarks": (text) => renumberMarks(text, (mark) => mark + 1),
  "stages/parse/step-marks.ts#shiftMarks": (text) => shiftMarks(text, 1, 1),
  "stages/parse/step-marks.ts#withStepAnswers": (text) =>
    withStepAnswers(text, [
      { query: text, answer: text },
      { query: text, answer: null },
    ]),
  "stages/parse/chain.ts#isQueryLine": chain.isQueryLine,
  "stages/parse/chain.ts#splitFinal": chain.splitFinal,
  "language/english/answer-phrases.ts#isUnknown": phrases.isUnknown,
  "language/english/answer-phrases.ts#finalAnswer": phrases.finalAnswer,
  "stages/parse/claims.ts#parseClaims": (text) => parseClaims(text, language),
  "stages/parse/decompose.ts#parseDecomposition": (text) => parseDecomposition(text),
  "language/english/statement.ts#statement": (text) => [
    statement(text, "Mali"),
    statement(`Which ${text}`, "Mali"),
    statement(`How many ${text} have`, text),
  ],
  "language/english/asked-value.ts#isOfWrongKind": (text) => [
    askedValue.isOfWrongKind(text, "704 km"),
    askedValue.isOfWrongKind("What is the population of Estonia?", text),
  ],
  "language/english/asked-kind.ts#asksAlike": (text) => [
    askedKind.asksAlike(text, "Which river is it?"),
    askedKind.asksAlike(`Which ${text}?`, `Which ${text} is it?`),
  ],
  "language/english/enumeration.ts#asksForSeveral": enumeration.asksForSeveral,
  "language/english/enumeration.ts#wholeList": (text) =>
    enumeration.wholeList(`Mali, ${text}`, "Mali"),
  "language/english/enumeration.ts#namesIn": enumeration.namesIn,
  "runtime/privacy/codes.ts#codesIn": codesIn,
  "runtime/privacy/codes.ts#mailIn": mailIn,
  "runtime/privacy/letters.ts#hiddenIn": hiddenIn,
  "runtime/privacy/letters.ts#normaliseLetters": normaliseLetters,
  "runtime/privacy/letters.ts#withoutTags": withoutTags,
  "runtime/privacy/letters.ts#withPlainDigits": withPlainDigits,
  "runtime/privacy/visibility.ts#visibilityAt": visibilityAt,
  "shared/plain-characters.ts#withoutControls": withoutControls,
  "shared/plain-characters.ts#escapedControls": escapedControls,
  "stages/parse/line.ts#parseKeywords": line.parseKeywords,
  "stages/parse/line.ts#parseDigest": line.parseDigest,
  "language/english/answer-phrases.ts#saysYes": phrases.saysYes,
  "language/english/answer-phrases.ts#isTrue": phrases.isTrue,
  "runtime/call.ts#withoutThinking": (text) => [
    withoutThinking(text),
    withoutThinking(`<think>${text}`),
  ],
  "language/english/numbers-named.ts#numbersNamed": (text) => numbersNamed(text, 20),
  "language/english/options.ts#asksYesOrNo": (text) => [
    options.asksYesOrNo(text),
    options.asksYesOrNo(`Is ${text} or Chad?`),
  ],
  "language/english/options.ts#namedOptions": (text) => [
    options.namedOptions(text),
    options.namedOptions(`Is the ${text} or the ${text} longer?`),
    options.namedOptions(`Which is longer, ${text} or Chad?`),
  ],
  "language/english/options.ts#isDescription": options.isDescription,
  "language/english/order.ts#orderAsked": (text) => orderAsked(text, year, year),
  "runtime/output.ts#readableOutput": readableOutput,
  "language/english/quantity.ts#parseQuantity": (text) => [
    parseQuantity(text),
    parseQuantity(`1 ${text}`),
    parseQuantity(`5 May ${text}`),
  ],
  "stages/parse/reading.ts#parseSpan": (text) => reading.parseSpan(text, language),
  "stages/parse/reading.ts#parseJsonReading": (text) => [
    reading.parseJsonReading(text, language),
    reading.parseJsonReading(`{"answer": "${text}`, language),
    reading.parseJsonReading(
      `{"answer": ${JSON.stringify(text)}, "confidence": "${text}"}`,
      language,
    ),
  ],
  "methods/baselines/parse/sentence.ts#parseSentence": (text) =>
    sentence.parseSentence(text, language),
  "methods/baselines/parse/sentence.ts#withoutUnsureWords": (text) =>
    sentence.withoutUnsureWords(text, text.split(/(?=\s)/u), [-9], 0.5),
  "methods/baselines/parse/steps.ts#findConclusion": (text) => steps.findConclusion(text, language),
  "methods/baselines/parse/steps.ts#parseReasoning": (text) => steps.parseReasoning(text, language),
  "methods/baselines/parse/steps.ts#parseFollowUp": (text) => steps.parseFollowUp(text, language),
  "stages/parse/summary.ts#parseSummary": (text) => [
    parseSummary(text, concluding),
    parseSummary(`Answer: ${text}`, concluding),
    parseSummary(`{"reasoning": "${text}", "answer": ${JSON.stringify(text)}}`, concluding),
  ],
  "stages/parse/bare-answer.ts#bareAnswer": (text) => [
    bareAnswer(text, concluding),
    bareAnswer(`Narva ${text}`, { ...concluding, question: text, found: [text] }),
    bareAnswer(`It is ${text}.`, { ...concluding, question: "Which is longer, Narva or Emajõgi?" }),
  ],
  "stages/parse/first-sentence.ts#firstSentence": firstSentence,
  "stages/parse/first-sentence.ts#endsShortened": endsShortened,
  "stages/parse/echo.ts#isEcho": (text) => [
    isEcho(text, { fixed: someQuestion, own: text }),
    isEcho("what the river is", { fixed: text, own: "" }),
  ],
  "stages/parse/json.ts#readJson": (text) => [
    readJson(text, anyObject),
    readJson(`{"a": [${text}`, anyObject),
  ],
  "stages/parse/json.ts#looksLikeJson": looksLikeJson,
  "stages/parse/odds.ts#oddsOfWords": (text) => oddsOfWords(text, [...text].slice(0, 99), [-1, -2]),
  "stages/parse/grounded.ts#groundReading": (text) => [
    groundReading({ span: text, resolution: "clean", detail: "" }, readFrom(someQuestion)),
    groundReading({ span: "Narva", resolution: "clean", detail: "" }, readFrom(text)),
  ],
  "language/english/candidates.ts#answerCandidates": (text) => [
    candidates.answerCandidates(someQuestion, text),
    candidates.answerCandidates(text, someQuestion),
  ],
  "language/english/candidates.ts#stem": candidates.stem,
  "language/english/decontextualise.ts#substituteAnswers": (text) => [
    earlier.substituteAnswers(text, [asked]),
    earlier.substituteAnswers(someQuestion, [{ query: text, answer: text }]),
  ],
  "language/english/decontextualise.ts#refersBack": earlier.refersBack,
  "runtime/prompt-template.ts#filledText": (text) => template.filledText(text, { name: text }),
  "runtime/prompt-template.ts#placesIn": template.placesIn,
  "log/question.ts#checkQuestion": checkQuestion,
};
