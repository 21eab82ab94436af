import * as z from "zod/mini";
import { markdownTable } from "../../src/cli/eval/markdown-table.ts";
import { bootstrapMean, percent } from "../../src/evaluation/statistics/interval.ts";
import { tokens } from "../../src/language/normalise.ts";
import type { RunEvent, RunEventOf } from "../../src/log/events.ts";
import type { ChatMessage } from "../../src/log/types.ts";
import { type AskedIn, isEcho } from "../../src/stages/parse/echo.ts";
import { readJson } from "../../src/stages/parse/json.ts";
import { marksStep } from "../../src/stages/parse/step-marks.ts";
import { type KeptConfiguration, type KeptRun, scoreOf } from "./kept-runs.ts";

type Fate = "clean" | "repaired" | "fell-back";

interface AskedOnce {
  prompt: string;
  fate: Fate;
  echoed: boolean;
}

export function callsOf(events: readonly RunEvent[]): AskedOnce[] {
  const starts = new Map<string, RunEventOf<"call-start">>();
  const fates = new Map<string, Fate>();
  let question = "";
  for (const event of events) {
    if (event.type === "call-start") starts.set(event.call, event);
    if (event.type === "run-start") question = event.question;
    if (event.type === "parse-failure") fates.set(event.call, event.resolution);
  }
  return events.flatMap((event) => {
    const start = event.type === "call-end" ? starts.get(event.call) : undefined;
    if (event.type !== "call-end" || start === undefined) return [];
    const fate = fates.get(event.call) ?? "clean";
    const asked = askedIn(start.messages, question);
    // A query about [1] may equal an example by chance.
    const isQuery = start.purpose === "plan" || start.purpose === "continue";
    const said = saidIn(event.output).filter((value) => !isQuery || !marksStep(value));
    const echoed = said.some((value) => isEcho(value, asked));
    return [{ prompt: start.purpose, fate, echoed }];
  });
}

/** The asked part starts at the question, or is the last message. */
function askedIn(messages: readonly ChatMessage[], question: string): AskedIn {
  const first = messages.findIndex(({ content }) => content.includes(question));
  const from = first < 0 ? messages.length - 1 : first;
  const joined = (some: readonly ChatMessage[]) => some.map(({ content }) => content).join("\n");
  return { fixed: joined(messages.slice(0, from)), own: joined(messages.slice(from)) };
}

function saidIn(output: string): string[] {
  const json = readJson(output, z.looseObject({}));
  if (json !== null) return stringsOf(json.value);
  return output.split("\n").map((line) => line.replace(/^\W*[\w ]{1,16}\W*:/u, "").trim());
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

function promptRows(name: string, runs: readonly KeptRun[]): string[][] {
  const calls = runs.flatMap(({ events }) => callsOf(events));
  return [...new Set(calls.map(({ prompt }) => prompt))].map((prompt) => {
    const asked = calls.filter((one) => one.prompt === prompt);
    const share = (some: readonly AskedOnce[]) => ((100 * some.length) / asked.length).toFixed(1);
    const ended = (fate: Fate) => share(asked.filter((one) => one.fate === fate));
    const echoes = share(asked.filter(({ echoed }) => echoed));
    const fates = [ended("clean"), ended("repaired"), ended("fell-back"), echoes];
    return [name, prompt, String(asked.length), ...fates];
  });
}

function words(text: string): number {
  return text.split(/\s+/u).filter((word) => word !== "").length;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

function scoreRow(name: string, runs: readonly KeptRun[]): string[] {
  const lengths = runs.map(({ result }) => words(result.prediction));
  const share = (metric: "em" | "f1" | "coverEmTokens") =>
    percent(bootstrapMean(runs.map((run) => scoreOf(run, metric))));
  const scores = [share("em"), share("coverEmTokens"), share("f1")];
  return [name, String(runs.length), ...scores, String(median(lengths))];
}

interface FirstChain {
  steps: number;
  /** Its only query repeats the question. */
  restates: boolean;
  /** True if it would have ended before its steps were looked up. */
  endsEarly: boolean;
}

/** Null if the planner wrote none. */
function firstChainOf(events: readonly RunEvent[]): FirstChain | null {
  const start = events.find((event) => event.type === "run-start");
  const planned = events.find((event) => event.type === "branch-start");
  const isChain = planned?.type === "branch-start" && planned.call !== null;
  if (start?.type !== "run-start" || !isChain || planned.cause !== "plan") return null;
  const [only, ...more] = planned.nodes;
  return {
    steps: planned.nodes.length,
    restates: more.length === 0 && only !== undefined && isAlike(only.query, start.question),
    endsEarly: events.some((event) => event.type === "deviation" && event.switch === "openSteps"),
  };
}

/** Jaccard overlap; a query for one of two facts overlaps less. */
const restating = 0.7;

function isAlike(query: string, question: string): boolean {
  const [some, others] = [new Set(tokens(query)), new Set(tokens(question))];
  const common = [...some].filter((word) => others.has(word)).length;
  return common / Math.max(1, some.size + others.size - common) >= restating;
}

function chainRows(name: string, runs: readonly KeptRun[]): string[][] {
  const chains = runs.flatMap(({ events }) => firstChainOf(events) ?? []);
  if (chains.length === 0) return [];
  const share = (some: readonly FirstChain[]) => ((100 * some.length) / chains.length).toFixed(1);
  const several = share(chains.filter(({ steps }) => steps > 1));
  const restated = share(chains.filter(({ restates }) => restates));
  const early = share(chains.filter(({ endsEarly }) => endsEarly));
  const steps = String(median(chains.map((chain) => chain.steps)));
  return [[name, String(chains.length), several, restated, steps, early]];
}

export function promptsReport(asked: readonly KeptConfiguration[]): string {
  const named = asked.map(({ batch, configuration, runs }) => ({
    name: `${configuration.title}, ${batch.set}`,
    runs,
  }));
  const prompts = markdownTable(
    ["asked", "prompt", "calls", "clean, %", "repaired, %", "fell back, %", "echoed, %"],
    named.flatMap(({ name, runs }) => promptRows(name, runs)),
  );
  const chains = markdownTable(
    ["first chains", "n", "several steps, %", "the question itself, %", "steps", "ended early, %"],
    named.flatMap(({ name, runs }) => chainRows(name, runs)),
  );
  const answers = markdownTable(
    ["answers", "n", "EM, %", "cover-EM, %", "F1, %", "words of the bare answer"],
    named.map(({ name, runs }) => scoreRow(name, runs)),
  );
  return `${prompts}\n\n${chains}\n\n${answers}`;
}
