import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { linesOf, readReport, writeReport } from "../../../src/evaluation/batch/report.ts";
import { analysePipeline } from "../../../src/evaluation/pipelines/analyse-pipeline.ts";
import { openPipeline } from "../../../src/evaluation/pipelines/read/read-pipeline.ts";
import { pipelineTable } from "../../../src/evaluation/pipelines/runs.ts";
import { importQuestions } from "../../../src/evaluation/questions/import/import-questions.ts";
import { runFragment } from "../../../src/features/share/fragment.ts";
import { openRunLink } from "../../../src/features/share/link.ts";
import { foldLedger } from "../../../src/folds/ledger.ts";
import { otlpTrace } from "../../../src/folds/otlp/run-trace.ts";
import { foldTrace } from "../../../src/folds/trace.ts";
import { openRunFile, writeRunFile } from "../../../src/log/file.ts";
import { takeIn } from "../../../src/retrieval/libraries/own/intake.ts";
import { passagesOf } from "../../../src/retrieval/libraries/own/record.ts";
import { defaultPreferences } from "../../../src/session/preferences.ts";
import { createSettingsStore } from "../../../src/session/settings.ts";
import { readSettingsFile, writeSettingsFile } from "../../../src/session/settings-file.ts";
import { fakeFailedRun, fakeRun } from "../../../src/testing/fake-run.ts";
import { memoryStorage } from "../../../src/testing/fake-services.ts";
import * as files from "../../../src/testing/import/files.ts";
import { generatedLab } from "../../../src/testing/lab/generated-lab.ts";
import { parquetRun } from "../../../src/testing/lab/parquet-files.ts";
import { runsCsv } from "../../../src/testing/lab/pipeline-csv.ts";
import {
  csv,
  langfuse,
  line,
  otlp,
  phoenix,
  promptfoo,
  traced,
} from "../../../src/testing/lab/pipeline-files.ts";
import { askedOf, pipelineWorld } from "../../../src/testing/lab/pipeline-world.ts";
import { borderFunctions } from "./border-functions.ts";
import { coreFunctions } from "./text-functions.ts";

export interface FuzzTarget {
  fixtures: readonly string[];
  /** Reads as the page would. Throws an AppError or nothing. */
  read: (text: string) => unknown;
}

/** A log that opens must also fold. */
function shown(text: string): unknown {
  const events = openRunFile(text);
  return [foldTrace(events), foldLedger(events), JSON.stringify(otlpTrace(events))];
}

function linkOf(text: string): string {
  const packed = deflateRawSync(Buffer.from(text)).toString("base64url");
  return `${runFragment}${packed}`;
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

async function* one<T>(value: T): AsyncGenerator<T> {
  yield value;
}

async function reports(): Promise<string[]> {
  const { batch, results } = generatedLab(3);
  const log = { question: "q1", configuration: "c", text: writeRunFile(fakeRun().slice(0, 6)) };
  const questions = [{ id: "q1", question: "Which river?", answers: ["Danube"] }];
  const source = {
    batch,
    paidUsd: 0.1,
    questions: one(questions),
    results: one(results.slice(0, 4)),
    logs: one([log]),
  };
  return [await textOf(writeReport(source))];
}

const sink = {
  begin: async () => undefined,
  question: async () => undefined,
  result: async () => undefined,
  log: async () => undefined,
};

/** The first line is the file's name. */
async function taken(text: string): Promise<unknown> {
  const cut = text.indexOf("\n");
  const name = cut < 0 ? "a.txt" : text.slice(0, cut);
  const bytes = new Uint8Array(new TextEncoder().encode(text.slice(cut + 1)));
  const { record, content } = await takeIn(name, bytes, {
    room: 1000,
    characterMap: () => Promise.reject(new Error("none")),
    onProgress: () => undefined,
  });
  return passagesOf(record, content);
}

/** Parquet is in base64. */
async function analysed(text: string): Promise<unknown> {
  const bytes = text.startsWith(parquetRun.slice(0, 6)) ? Buffer.from(text, "base64") : text;
  const { runs } = await openPipeline(new Blob([bytes]));
  const table = pipelineTable(runs);
  return "reason" in table ? table : analysePipeline(table, { cost: "usd", rounds: 20 });
}

const pipelineRuns = askedOf(pipelineWorld([2, 3], 1), { questions: 4, seed: 2, outcomes: 0.8 });
const pipelineFiles = [
  runsCsv(pipelineRuns),
  csv,
  promptfoo,
  ...[[line, line], otlp(true), otlp(false), langfuse, phoenix, traced].map((one) =>
    JSON.stringify(one),
  ),
  phoenix.map((one) => JSON.stringify(one)).join("\n"),
  parquetRun,
].map((one) => (typeof one === "string" ? one : JSON.stringify(one)));

const documents = [
  "a.txt\nFirst paragraph. It has two sentences.\n\nSecond one, with 1. 2. 3. numbers.",
  'a.md\n---\ntitle: "Ferries"\n---\n# Ferries\n\nThe *Bluebell* [was](https://a.example) built.\n\n- Ada\n- Lund\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n<div>Kept</div>',
  "a.html\n<!doctype html><title>Sea &amp; shore</title><h1>Turku</h1><p>A quay<br>on the <b>Aura</b>.</p><table><tr><td>Sigyn</td><td>1887</td></tr></table><pre>a  b</pre>",
  'a.csv\nship,year,"built by"\nSigyn,1887,"A, ""B"""\nBluebell,1931,Ada\n',
  'a.jsonl\n{"title":"Turku","text":"A quay."}\n{"id":2,"title":"Narva","sentences":["One.","Two."]}\n',
];

const outputs = [
  "[Query 1]: Which country has Tallinn as its capital?\n[Answer 1]: Estonia\n[Unsolved Query]: Which sea?\n[Final Content]: Baltic Sea [1]",
  "Q1: Where? A1: There\nU2: Which?\nFinal: Danube [1][2]",
  "Answer: the Danube [1, 2]\nIt runs through Vienna [1].",
  '{"answer": "the Danube", "confidence": 0.9}',
  "Query: river Vienna | yes\nClaim: The Danube runs through Vienna. | Danube Vienna | no",
  "1. Which country?\n2. What is its capital?",
  "<think>Well.</think>So the answer is: the Danube. Follow up: Which river?",
  "Greece 472 km, Macedonia (162 km) and Romania 605 km; on 6 August 1962, 1.568 million bbl/day",
  "Is Mali or Chad larger? Which is longer, the Rhine or the Elbe?",
  "'''Narva''' ({{lang|et|Narva}}) is [[city|a city]]<ref name=a>b</ref> [http://a.example here].",
];

/** All functions at once would take a second per input. */
function byOne(text: string): unknown {
  const functions = Object.values({ ...coreFunctions, ...borderFunctions });
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (sum * 31 + text.charCodeAt(at)) >>> 0;
  return functions[sum % functions.length]?.(text);
}

const olderLog = new URL("../../../src/testing/core/run-v3.json", import.meta.url);

/** Keyed by the name `--only` takes. */
export async function fuzzTargets(): Promise<Readonly<Record<string, FuzzTarget>>> {
  const logs = [fakeRun(), fakeFailedRun()]
    .map(writeRunFile)
    .concat(readFileSync(olderLog, "utf8"));
  const settings = writeSettingsFile(createSettingsStore(memoryStorage()).getState());
  return {
    log: { fixtures: logs, read: shown },
    link: { fixtures: logs.map(linkOf), read: (text) => openRunLink(text, async () => new Map()) },
    importers: {
      fixtures: Object.values(files).filter((file) => typeof file === "string"),
      read: (text) => importQuestions(text),
    },
    reports: { fixtures: await reports(), read: (text) => readReport(linesOf(one(text)), sink) },
    settings: { fixtures: [settings], read: (text) => readSettingsFile(text, defaultPreferences) },
    pipelines: { fixtures: pipelineFiles, read: analysed },
    documents: { fixtures: documents, read: taken },
    parsers: { fixtures: outputs, read: byOne },
  };
}
