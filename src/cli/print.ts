/**
 * All text from models, servers, libraries and files is sanitised here before it reaches the
 * terminal.
 */
import { stripVTControlCharacters } from "node:util";
import { answerText } from "../features/ask/text/answer.ts";
import { lookedIn } from "../features/ask/text/looked-in.ts";
import { answerStateOf } from "../folds/answer-state.ts";
import { contradictionOf } from "../folds/contradiction.ts";
import type { Ledger } from "../folds/ledger.ts";
import type { Trace } from "../folds/trace.ts";
import { surenessOf } from "../folds/verifier/verifier.ts";
import { withAskedNames } from "../language/asked-names.ts";
import { asOf } from "../language/english/as-of.ts";
import type { Alias } from "../language/names.ts";
import { bytesLeft } from "../log/destination.ts";
import type { Citation, RunEvent, RunEventOf } from "../log/events.ts";
import { stageWords } from "../log/types.ts";
import { escapedControls, withoutControls } from "../shared/plain-characters.ts";
import { weighedSentence } from "../ui-kit/text/worth.ts";

/** Removes escape sequences, controls and bidi overrides. */
export function forTerminal(text: string): string {
  return withoutControls(stripVTControlCharacters(text));
}

export function say(line: string): void {
  process.stdout.write(`${forTerminal(line)}\n`);
}

/** Controls are escaped, so nothing is lost. */
export function sayJson(json: string): void {
  process.stdout.write(`${escapedControls(json)}\n`);
}

export function tell(line: string): void {
  process.stderr.write(`${forTerminal(line)}\n`);
}

export function vectorsLine(done: number, total: number): string {
  return `Vectors of the library: ${done} of ${total} passages`;
}

/** Limits output to one line per two seconds. */
export function spaced(
  told: (done: number, total: number) => void,
): (done: number, total: number) => void {
  let lastMs = Number.NEGATIVE_INFINITY;
  return (done, total) => {
    if (performance.now() - lastMs < 2000) return;
    lastMs = performance.now();
    told(done, total);
  };
}

export function progressLine(event: RunEvent): string | null {
  switch (event.type) {
    case "stage-start":
      return `${stageWords[event.stage]} (${event.tier})`;
    case "branch-start":
      return event.nodes
        .map(
          (node) =>
            `  ${event.cause}: ${node.query}${node.answer === null ? "" : ` → ${node.answer}`}`,
        )
        .join("\n");
    case "gate":
      return gateLine(event);
    case "source":
      return `  search by ${event.tool.title}${predictedLine(event)}`;
    case "filter": {
      const relevant = event.judged.filter((one) => one.relevant).length;
      return `  ${relevant} of ${event.judged.length} passages help (${event.by})`;
    }
    case "tool-failure":
      return `  ${event.tool.title}: ${event.error.code}, ${event.instead ?? "nothing"} instead${event.left === true ? " from here on" : ""}`;
    case "deviation":
      return `  departs from the paper: ${event.switch}`;
    case "verdict":
      return `  ${event.verdict}: ${event.span === "" ? "—" : event.span}`;
    case "second-reading":
      return `  read again: ${event.choice ?? "none of its spans"} (${event.span} stands)`;
    case "evidence": {
      const found = event.candidates.find(({ by }) => by === "encoder");
      const answer = found === undefined || found.answer === "" ? "—" : found.answer;
      return `  answer check: ${answer} (${event.chosen} stands)`;
    }
    case "arithmetic":
      return `  computed, ${event.operation}: ${event.values.map(({ name, value }) => `${name} ${value}`).join(", ")} → ${event.answer}`;
    case "parse-failure":
      return `  ${event.expected} ${event.resolution}: ${event.detail}`;
    case "call-error":
      return `  ${event.error.code}`;
    default:
      return null;
  }
}

function gateLine({ by, question, answer, score, threshold, known }: RunEventOf<"gate">): string {
  const judged = answer === "" ? question : `${question} → ${answer}`;
  const measured = score === null ? "" : `, ${score.toFixed(2)} against ${threshold}`;
  return `  ${known ? "known" : "not known"} (${by}${measured}): ${judged}`;
}

function predictedLine({ predicted }: RunEventOf<"source">): string {
  const scores = predicted.map(({ tool, score }) => `${tool.id} ${score.toFixed(2)}`);
  return scores.length === 0 ? "" : ` (predicted: ${scores.join(", ")})`;
}

/** `aliases` add the question's own name for a place. */
export function printAnswer(trace: Trace, ledger: Ledger, aliases: readonly Alias[]): void {
  const { answer } = trace;
  if (answer !== null) {
    const worth = answerText.worth(answerStateOf(trace), lookedIn(trace), surenessOf(trace));
    if (worth !== "") say(worth);
    say(withAskedNames(trace.start?.question ?? "", aliases)(answer.text));
    const contradiction = contradictionOf(trace);
    if (contradiction !== null) {
      say(`${answerText.disagree}. ${answerText.disagreement(contradiction)}`);
    }
    for (const citation of answer.citations) say(`[${citation.mark}] ${sourceOf(trace, citation)}`);
    if (trace.worth !== null) say(weighedSentence(trace.worth));
  }
  tell(costLine(ledger));
}

function sourceOf({ passages, nodes }: Trace, { passageId, node }: Citation): string {
  const passage = passages.get(passageId ?? "");
  if (passage === undefined) return "not found in the library";
  const date = asOf(passage.text, nodes.get(node)?.answer ?? "");
  const source = `${passage.title} (${passage.id})`;
  return date === null ? source : `${source}, ${answerText.asOf(date)}`;
}

function costLine({ total, bytesByDestination }: Ledger): string {
  const off = bytesLeft(bytesByDestination).machine;
  const spent = total.unknownUsdCalls > 0 ? "—" : `$${total.usd.toFixed(5)}`;
  return (
    `${spent} · ${total.calls} calls, ${total.largeCalls} large · ` +
    `${total.readings} encoder readings · ` +
    `${total.promptTokens} + ${total.generatedTokens} tokens · ` +
    `${total.localSeconds.toFixed(1)} s here · ` +
    (total.remoteSeconds > 0 ? `${total.remoteSeconds.toFixed(1)} s at servers · ` : "") +
    `${total.bytesSent} bytes sent, ${off} off this machine`
  );
}
