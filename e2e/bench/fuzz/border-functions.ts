/** The same outside the core: what reads servers, files, and the text of passages. */

import { originOf } from "../../../src/engines/bound-key.ts";
import { wordsOf } from "../../../src/engines/constraint/candidates.ts";
import { parseGrammar } from "../../../src/engines/constraint/grammar-parse.ts";
import { encodePair } from "../../../src/engines/encoder-pair.ts";
import { bertWords } from "../../../src/engines/encoder-words.ts";
import { readServerError } from "../../../src/engines/remote-errors.ts";
import { plainOutput, wrappedChoice } from "../../../src/engines/remote-output.ts";
import * as remoteSettings from "../../../src/engines/remote-settings.ts";
import { StopText } from "../../../src/engines/stop-text.ts";
import { transformersError } from "../../../src/engines/transformers-errors.ts";
import { webLlmError } from "../../../src/engines/web-llm-errors.ts";
import { detectFormat } from "../../../src/lab/import/detect.ts";
import { jsonRows } from "../../../src/lab/import/json-rows.ts";
import { readSquad } from "../../../src/lab/import/squad.ts";
import { answerScores } from "../../../src/lab/measure.ts";
import { parseRow } from "../../../src/library/corpus-row.ts";
import { chunksOf, textOfChunk, weightOf } from "../../../src/library/documents/chunk.ts";
import {
  DocumentText,
  oneLine,
  withoutControls,
} from "../../../src/library/documents/document-text.ts";
import { readHtml } from "../../../src/library/documents/html.ts";
import { kindOf, withoutEnding, withoutZip } from "../../../src/library/documents/kind.ts";
import { paragraphsOf } from "../../../src/library/documents/pdf-lines.ts";
import { documentOf } from "../../../src/library/documents/record.ts";
import { pack } from "../../../src/library/pack.ts";
import { answerWords } from "../../../src/methods/answer-words.ts";
import { nearestExamples } from "../../../src/methods/coop-llm.examples.ts";
import { exampleTurns } from "../../../src/methods/coop-llm.prompts.ts";
import { splitExamples } from "../../../src/methods/least-to-most.ts";
import { chainLine, followUpExamples } from "../../../src/methods/self-ask.ts";
import { namesFirst, namesIn } from "../../../src/retrieval/names.ts";
import { fold, term, tokenise } from "../../../src/retrieval/tokenise.ts";
import { readPolicy } from "../../../src/router/policy.ts";
import { readScores } from "../../../src/router/score-file.ts";
import { matchScore } from "../../../src/router/scores.ts";
import { readStudy } from "../../../src/router/study.ts";
import { readVersioned } from "../../../src/router/versioned.ts";
import { defaultPreferences } from "../../../src/state/preferences.ts";
import { readSettingsFile } from "../../../src/state/settings-file.ts";
import { serverWords, statusRefusal } from "../../../src/tools/failure.ts";
import { parseJsonPath, textAt, valueAt } from "../../../src/tools/json-path.ts";
import { cutAtSentence, toPassages } from "../../../src/tools/passages.ts";
import * as plain from "../../../src/tools/plain-text.ts";
import { plainUrl } from "../../../src/tools/settings.ts";
import { wikiApiUrl } from "../../../src/tools/wikipedia.ts";
import { wikitextLead } from "../../../src/tools/wikitext.ts";
import { fitLines, fitTail, isRightToLeft } from "../../../src/viz/fit-text.ts";
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
const hit = { title: "", url: null, key: "", form: "html" as const };
const piece = { transform: [1, 0, 0, 1, 0, 0], height: 10, hasEOL: true };

export const borderFunctions: Readonly<Record<string, TextFunction>> = {
  "engines/constraint/candidates.ts#wordsOf": wordsOf,
  "engines/constraint/grammar-parse.ts#parseGrammar": (text) => [
    parseGrammar(`root ::= "a"\n${text.slice(0, 4000)}`),
  ],
  "engines/encoder-pair.ts#encodePair": (text) => encodePair(text, text, vocabulary, 512),
  "engines/encoder-words.ts#bertWords": bertWords,
  "engines/remote-errors.ts#readServerError": readServerError,
  "engines/remote-output.ts#plainOutput": streamed,
  "engines/remote-output.ts#wrappedChoice": (text) => {
    const filter = wrappedChoice();
    filter.push(text);
    return filter.flush();
  },
  "engines/bound-key.ts#originOf": (text) => originOf(`https://a.example/${text}`),
  "engines/remote-settings.ts#normaliseBaseUrl": (text) => [
    remoteSettings.normaliseBaseUrl(text),
    remoteSettings.normaliseBaseUrl(`https://a.example/${text}`),
  ],
  "engines/stop-text.ts#StopText": untilStop,
  "engines/transformers-errors.ts#transformersError": (text) =>
    transformersError(new Error(text), "model-load-failed"),
  "engines/web-llm-errors.ts#webLlmError": (text) =>
    webLlmError(new Error(text), "model-load-failed"),
  "lab/import/detect.ts#detectFormat": detectFormat,
  "lab/import/json-rows.ts#jsonRows": (text) => [
    [...jsonRows(text)],
    [...jsonRows(`[${text}`)],
    [...jsonRows(`{"data":${text}`)],
  ],
  "lab/import/squad.ts#readSquad": (text) => [
    readSquad(text, () => undefined),
    readSquad(`{"data":[{"paragraphs":[{"qas":[${text}`, () => undefined),
  ],
  "lab/measure.ts#answerScores": (text) => answerScores(text, ["Tallinn"]),
  "library/corpus-row.ts#parseRow": (text) => [
    parseRow(text, 1),
    parseRow(JSON.stringify({ title: text, text }), 1),
  ],
  "library/documents/chunk.ts#chunksOf": chunked,
  "library/documents/chunk.ts#textOfChunk": (text) =>
    textOfChunk(text, { body: 0, to: text.length }),
  "library/documents/chunk.ts#weightOf": weightOf,
  "library/documents/document-text.ts#withoutControls": withoutControls,
  "library/documents/document-text.ts#oneLine": oneLine,
  "library/documents/html.ts#readHtml": (text) => [
    htmlText(text),
    htmlText(`<table>${text}`),
    htmlText(`<h1>${text}`),
    htmlText(`<pre>${text}`),
  ],
  "library/documents/kind.ts#kindOf": (text) => kindOf(text, bytesOf(text)),
  "library/documents/kind.ts#withoutZip": withoutZip,
  "library/documents/kind.ts#withoutEnding": withoutEnding,
  "library/documents/pdf-lines.ts#paragraphsOf": (text) => [
    paragraphsOf([{ ...piece, str: text }]),
    paragraphsOf(inPieces(text).map((str) => ({ ...piece, str }))),
    paragraphsOf(inPieces(text).map((str) => ({ ...piece, str, hasEOL: false }))),
  ],
  "library/documents/record.ts#documentOf": documentOf,
  "library/pack.ts#pack": (text) => pack([{ lead: "", body: text }], "Narva"),
  "methods/answer-words.ts#answerWords": (text) => answerWords(text, []),
  "methods/coop-llm.examples.ts#nearestExamples": (text) => nearestExamples(text, 3),
  "methods/coop-llm.prompts.ts#exampleTurns": exampleTurns,
  "methods/least-to-most.ts#splitExamples": splitExamples,
  "methods/self-ask.ts#chainLine": chainLine,
  "methods/self-ask.ts#followUpExamples": followUpExamples,
  "retrieval/names.ts#namesIn": namesIn,
  "retrieval/names.ts#namesFirst": (text) =>
    namesFirst("Where is Narva?", [{ index: 0, score: 1 }], [{ ...passage, text }]),
  "retrieval/tokenise.ts#fold": fold,
  "retrieval/tokenise.ts#tokenise": tokenise,
  "retrieval/tokenise.ts#term": term,
  "router/policy.ts#readPolicy": readPolicy,
  "router/score-file.ts#readScores": (text) => readScores(text, "exact"),
  "router/scores.ts#matchScore": (text) => matchScore("exact", text, ["Tallinn"]),
  "router/study.ts#readStudy": readStudy,
  "router/versioned.ts#readVersioned": (text) => readVersioned(text, 1),
  "state/settings-file.ts#readSettingsFile": (text) => readSettingsFile(text, defaultPreferences),
  "tools/failure.ts#statusRefusal": (text) => statusRefusal(500, text, () => ({})),
  "tools/failure.ts#serverWords": serverWords,
  "tools/json-path.ts#parseJsonPath": parseJsonPath,
  "tools/json-path.ts#textAt": (text) => [textAt([text], []), valueAt({ a: text }, ["a"])],
  "tools/passages.ts#cutAtSentence": (text) => cutAtSentence(text, 2000),
  "tools/passages.ts#toPassages": (text) => toPassages("t", [{ ...hit, text }], 5),
  "tools/plain-text.ts#htmlToText": plain.htmlToText,
  "tools/plain-text.ts#decodeEntities": plain.decodeEntities,
  "tools/plain-text.ts#singleSpaced": plain.singleSpaced,
  "tools/settings.ts#plainUrl": (text) => [plainUrl(text), plainUrl(`https://a.example/${text}`)],
  "tools/wikipedia.ts#wikiApiUrl": (text) => wikiApiUrl(`https://a.example/${text}`),
  "tools/wikitext.ts#wikitextLead": wikitextLead,
  "viz/fit-text.ts#fitLines": (text) => fitLines(text, 200, 2, (one) => 6 * one.length),
  "viz/fit-text.ts#fitTail": (text) => fitTail(text, 200, (one) => 6 * one.length),
  "viz/fit-text.ts#isRightToLeft": isRightToLeft,
};
