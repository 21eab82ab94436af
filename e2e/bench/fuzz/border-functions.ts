import { decoded } from "../../../src/app/runtime/routes.ts";
import { answerScores } from "../../../src/evaluation/analysis/measure.ts";
import { withOptions } from "../../../src/evaluation/questions/import/asked-options.ts";
import { detectFormat } from "../../../src/evaluation/questions/import/detect.ts";
import { isFreshQa } from "../../../src/evaluation/questions/import/freshqa.ts";
import { jsonRows } from "../../../src/evaluation/questions/import/json-rows.ts";
import { languageOf } from "../../../src/evaluation/questions/import/language-of.ts";
import { readSquad } from "../../../src/evaluation/questions/import/squad.ts";
import { modelName } from "../../../src/features/ask/text/recorded.ts";
import { combinationName } from "../../../src/features/ask/text/switchboard.ts";
import { splitMarks } from "../../../src/features/ask/view/answer/cited-parts.ts";
import { isOtherScript } from "../../../src/features/ask/view/script.ts";
import { cornerOf, labRoute } from "../../../src/features/lab/view/lab-route.ts";
import { placeIn } from "../../../src/features/library/view/browse/place.ts";
import { runsRoute } from "../../../src/features/runs/view/runs-route.ts";
import { fitLines, fitTail, isRightToLeft } from "../../../src/features/tree/drawing/fit-text.ts";
import { quoteIn } from "../../../src/features/tree/drawing/passage-marks.ts";
import { streamedWords } from "../../../src/features/tree/drawing/streamed-words.ts";
import { linksIn } from "../../../src/features/tree/view/passages/links.ts";
import { markWords } from "../../../src/features/tree/view/passages/marks.ts";
import { english } from "../../../src/language/english/english.ts";
import { fold, term, tokenise } from "../../../src/language/english/tokenise.ts";
import { noWords } from "../../../src/language/language.ts";
import { placeOf } from "../../../src/log/destination.ts";
import { answerWords } from "../../../src/methods/answer-words.ts";
import { chainLine } from "../../../src/methods/baselines/parse/steps.ts";
import { nearestExamples } from "../../../src/methods/coop-llm/examples.ts";
import { exampleTurns } from "../../../src/methods/coop-llm/prompts.ts";
import { readPolicy } from "../../../src/methods/homo-router/training/policy.ts";
import { readScores } from "../../../src/methods/homo-router/training/score-file.ts";
import { matchScore } from "../../../src/methods/homo-router/training/scores.ts";
import { readStudy } from "../../../src/methods/homo-router/training/study.ts";
import { readVersioned } from "../../../src/methods/homo-router/training/versioned.ts";
import { isLoopback, originOf } from "../../../src/models/bound-key.ts";
import { wordsOf } from "../../../src/models/constraint/candidates.ts";
import { parseGrammar } from "../../../src/models/constraint/grammar-parse.ts";
import { encodePair } from "../../../src/models/encoder/encoder-pair.ts";
import { bertWords } from "../../../src/models/encoder/encoder-words.ts";
import { readServerError } from "../../../src/models/openai-compatible/errors.ts";
import { plainOutput, wrappedChoice } from "../../../src/models/openai-compatible/output.ts";
import * as remoteSettings from "../../../src/models/openai-compatible/settings.ts";
import { StopText } from "../../../src/models/stop-text.ts";
import { transformersError } from "../../../src/models/transformers/errors.ts";
import { webLlmError } from "../../../src/models/web-llm/errors.ts";
import { parseRow } from "../../../src/retrieval/libraries/corpus-row.ts";
import { chunksOf, textOfChunk, weightOf } from "../../../src/retrieval/libraries/own/chunk.ts";
import {
  DocumentText,
  oneLine,
  withoutControls,
} from "../../../src/retrieval/libraries/own/document-text.ts";
import { readHtml } from "../../../src/retrieval/libraries/own/html.ts";
import { kindOf, withoutEnding, withoutZip } from "../../../src/retrieval/libraries/own/kind.ts";
import { paragraphsOf } from "../../../src/retrieval/libraries/own/pdf-lines.ts";
import { documentOf } from "../../../src/retrieval/libraries/own/record.ts";
import { pack } from "../../../src/retrieval/libraries/pack.ts";
import { namesFirst } from "../../../src/retrieval/names.ts";
import { serverWords, statusRefusal } from "../../../src/retrieval/search-services/failure.ts";
import {
  parseJsonPath,
  textAt,
  valueAt,
} from "../../../src/retrieval/search-services/json-path.ts";
import { cutAtSentence, toPassages } from "../../../src/retrieval/search-services/passages.ts";
import * as plain from "../../../src/retrieval/search-services/plain-text.ts";
import { plainUrl } from "../../../src/retrieval/search-services/settings.ts";
import { wikiApiUrl } from "../../../src/retrieval/search-services/wikipedia-search.ts";
import { wikitextLead } from "../../../src/retrieval/search-services/wikitext.ts";
import { defaultPreferences } from "../../../src/session/preferences.ts";
import { readSettingsFile } from "../../../src/session/settings-file.ts";
import type { TextFunction } from "./text-functions.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const passage = { id: "a", title: "Narva", text: "The Narva flows into the Gulf of Finland." };
const vocabulary = {
  pieces: (word: string) => ({ ids: [word.length], lengths: null }),
  begin: 1,
  separator: 2,
  padding: 0,
};

function streamed(text: string): string {
  const filter = plainOutput("Answer:", ["\n\n", "Question:"]);
  let shown = "";
  for (let at = 0; at < text.length; at += 3) shown += filter.push(text.slice(at, at + 3));
  return shown + filter.flush();
}

function untilStop(text: string): string {
  const held = new StopText(["\n\nQuestion:", "</s>"], () => undefined);
  for (let at = 0; at < text.length; at += 3) if (held.push(text.slice(at, at + 3))) break;
  held.flush();
  return held.text;
}

function chunked(text: string): unknown {
  const document = new DocumentText(6_000_000);
  document.paragraph(text);
  const parsed = document.finish();
  return chunksOf(parsed).map((chunk) => textOfChunk(parsed.text, chunk));
}

function htmlText(html: string): unknown {
  const document = new DocumentText(6_000_000);
  readHtml(html, document);
  return document.finish();
}

const inPieces = (text: string) => text.match(/.{1,8}/gsu) ?? [];
const server = remoteSettings.remoteSettings.parse({
  preset: "custom",
  baseUrl: "https://a.example/v1",
  model: "m",
  apiKey: "sk-12345678",
});
const hit = { title: "", url: null, key: "", form: "html" as const };
const piece = { transform: [1, 0, 0, 1, 0, 0], height: 10, hasEOL: true };

const language = english(noWords);

export const borderFunctions: Readonly<Record<string, TextFunction>> = {
  "models/constraint/candidates.ts#wordsOf": wordsOf,
  "models/constraint/grammar-parse.ts#parseGrammar": (text) => [
    parseGrammar(`root ::= "a"\n${text.slice(0, 4000)}`),
  ],
  "models/encoder/encoder-pair.ts#encodePair": (text) => encodePair(text, text, vocabulary, 512),
  "models/encoder/encoder-words.ts#bertWords": bertWords,
  "models/openai-compatible/errors.ts#readServerError": readServerError,
  "models/openai-compatible/output.ts#plainOutput": streamed,
  "models/openai-compatible/output.ts#wrappedChoice": (text) => {
    const filter = wrappedChoice();
    filter.push(text);
    return filter.flush();
  },
  "log/destination.ts#placeOf": (text) => [
    placeOf(`https://${text}`),
    placeOf(`http://${text}.localhost`),
  ],
  "models/bound-key.ts#originOf": (text) => originOf(`https://a.example/${text}`),
  "models/openai-compatible/settings.ts#normaliseBaseUrl": (text) => [
    remoteSettings.normaliseBaseUrl(text),
    remoteSettings.normaliseBaseUrl(`https://a.example/${text}`),
  ],
  "models/stop-text.ts#StopText": untilStop,
  "models/transformers/errors.ts#transformersError": (text) =>
    transformersError(new Error(text), "model-load-failed"),
  "models/web-llm/errors.ts#webLlmError": (text) =>
    webLlmError(new Error(text), "model-load-failed"),
  "evaluation/questions/import/detect.ts#detectFormat": detectFormat,
  "evaluation/questions/import/json-rows.ts#jsonRows": (text) => [
    [...jsonRows(text)],
    [...jsonRows(`[${text}`)],
    [...jsonRows(`{"data":${text}`)],
    [...jsonRows(`{\n"a":{"b":{}},\n"c":${text}`)],
  ],
  "evaluation/questions/import/language-of.ts#languageOf": languageOf,
  "evaluation/questions/import/asked-options.ts#withOptions": (text) => [
    withOptions(text, ["Tallinn", text]),
    withOptions("Which is longer?", [text, "Riga"]),
  ],
  "evaluation/questions/import/freshqa.ts#isFreshQa": isFreshQa,
  "evaluation/questions/import/squad.ts#readSquad": (text) => [
    readSquad(text, () => undefined),
    readSquad(`{"data":[{"paragraphs":[{"qas":[${text}`, () => undefined),
  ],
  "evaluation/analysis/measure.ts#answerScores": (text) =>
    answerScores({ short: text, output: text }, { answers: ["Tallinn"] }),
  "retrieval/libraries/corpus-row.ts#parseRow": (text) => [
    parseRow(text, 1),
    parseRow(JSON.stringify({ title: text, text }), 1),
  ],
  "retrieval/libraries/own/chunk.ts#chunksOf": chunked,
  "retrieval/libraries/own/chunk.ts#textOfChunk": (text) =>
    textOfChunk(text, { body: 0, to: text.length }),
  "retrieval/libraries/own/chunk.ts#weightOf": weightOf,
  "retrieval/libraries/own/document-text.ts#withoutControls": withoutControls,
  "retrieval/libraries/own/document-text.ts#oneLine": oneLine,
  "retrieval/libraries/own/html.ts#readHtml": (text) => [
    htmlText(text),
    htmlText(`<table>${text}`),
    htmlText(`<h1>${text}`),
    htmlText(`<pre>${text}`),
  ],
  "retrieval/libraries/own/kind.ts#kindOf": (text) => kindOf(text, bytesOf(text)),
  "retrieval/libraries/own/kind.ts#withoutZip": withoutZip,
  "retrieval/libraries/own/kind.ts#withoutEnding": withoutEnding,
  "retrieval/libraries/own/pdf-lines.ts#paragraphsOf": (text) => [
    paragraphsOf([{ ...piece, str: text }]),
    paragraphsOf(inPieces(text).map((str) => ({ ...piece, str }))),
    paragraphsOf(inPieces(text).map((str) => ({ ...piece, str, hasEOL: false }))),
  ],
  "retrieval/libraries/own/record.ts#documentOf": documentOf,
  "retrieval/libraries/pack.ts#pack": (text) => pack([{ lead: "", body: text }], "Narva"),
  "methods/answer-words.ts#answerWords": (text) => answerWords(language, text, []),
  "methods/coop-llm/examples.ts#nearestExamples": (text) => nearestExamples(text, 3),
  "methods/coop-llm/prompts.ts#exampleTurns": exampleTurns,
  "methods/baselines/parse/steps.ts#chainLine": (text) => chainLine(text, language),
  "retrieval/names.ts#namesFirst": (text) =>
    namesFirst("Where is Narva?", [{ index: 0, score: 1 }], [{ ...passage, text }], language),
  "language/english/tokenise.ts#fold": fold,
  "language/english/tokenise.ts#tokenise": tokenise,
  "language/english/tokenise.ts#term": term,
  "methods/homo-router/training/policy.ts#readPolicy": readPolicy,
  "methods/homo-router/training/score-file.ts#readScores": (text) => readScores(text, "exact"),
  "methods/homo-router/training/scores.ts#matchScore": (text) =>
    matchScore("exact", text, ["Tallinn"]),
  "methods/homo-router/training/study.ts#readStudy": readStudy,
  "methods/homo-router/training/versioned.ts#readVersioned": (text) => readVersioned(text, 1),
  "session/settings-file.ts#readSettingsFile": (text) => readSettingsFile(text, defaultPreferences),
  "retrieval/search-services/failure.ts#statusRefusal": (text) =>
    statusRefusal(500, text, () => ({})),
  "retrieval/search-services/failure.ts#serverWords": serverWords,
  "retrieval/search-services/json-path.ts#parseJsonPath": parseJsonPath,
  "retrieval/search-services/json-path.ts#textAt": (text) => [
    textAt([text], []),
    valueAt({ a: text }, ["a"]),
  ],
  "retrieval/search-services/passages.ts#cutAtSentence": (text) => cutAtSentence(text, 2000),
  "retrieval/search-services/passages.ts#toPassages": (text) =>
    toPassages("t", [{ ...hit, text }], 5),
  "retrieval/search-services/plain-text.ts#htmlToText": plain.htmlToText,
  "retrieval/search-services/plain-text.ts#decodeEntities": plain.decodeEntities,
  "retrieval/search-services/plain-text.ts#singleSpaced": plain.singleSpaced,
  "retrieval/search-services/settings.ts#plainUrl": (text) => [
    plainUrl(text),
    plainUrl(`https://a.example/${text}`),
  ],
  "retrieval/search-services/wikipedia-search.ts#wikiApiUrl": (text) =>
    wikiApiUrl(`https://a.example/${text}`),
  "retrieval/search-services/wikitext.ts#wikitextLead": wikitextLead,
  "features/lab/view/lab-route.ts#labRoute": (text) => [labRoute(text), labRoute(`#lab/${text}`)],
  "features/runs/view/runs-route.ts#runsRoute": (text) => [
    runsRoute(text),
    runsRoute(`#runs/${text}`),
  ],
  "features/lab/view/lab-route.ts#cornerOf": (text) => [
    cornerOf(text),
    cornerOf(`#lab/sample/${text}`),
    cornerOf(`#lab/sample//${text}`),
  ],
  "app/runtime/routes.ts#decoded": decoded,
  "features/ask/text/recorded.ts#modelName": (text) => [
    modelName(text),
    modelName(`models/${text}-1.5b-instruct-q4_k_m`),
  ],
  "features/ask/text/switchboard.ts#combinationName": combinationName,
  "features/ask/view/answer/cited-parts.ts#splitMarks": (text) => splitMarks(text, []),
  "features/ask/view/script.ts#isOtherScript": isOtherScript,
  "features/library/view/browse/place.ts#placeIn": (text) => placeIn(`#library:${text}/${text}`),
  "features/tree/drawing/passage-marks.ts#quoteIn": (text) => [
    quoteIn(text, "Narva"),
    quoteIn(`${text}Narva${text}`, "Narva"),
  ],
  "features/tree/drawing/streamed-words.ts#streamedWords": (text) => [
    streamedWords(text, "steps"),
    streamedWords(`{"answer": "${text}`, "words"),
  ],
  "features/tree/view/passages/links.ts#linksIn": (text) => [
    linksIn(text),
    linksIn(`https://a.example/${text}`),
  ],
  "features/tree/view/passages/marks.ts#markWords": (text) => [
    markWords(text, "the Narva"),
    markWords(passage.text, text.slice(0, 1000)),
  ],
  "models/bound-key.ts#isLoopback": (text) => [isLoopback(text), isLoopback(`http://${text}`)],
  "models/openai-compatible/settings.ts#redact": (text) => remoteSettings.redact(text, server),
  "features/tree/drawing/fit-text.ts#fitLines": (text) =>
    fitLines(text, 200, 2, (one) => 6 * one.length),
  "features/tree/drawing/fit-text.ts#fitTail": (text) =>
    fitTail(text, 200, (one) => 6 * one.length),
  "features/tree/drawing/fit-text.ts#isRightToLeft": isRightToLeft,
};
