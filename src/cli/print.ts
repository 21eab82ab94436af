/** What the command line shows: one line a step, then the answer with its sources. */
import type { RunEvent } from "../core/events.ts";
import type { Ledger } from "../core/folds/ledger.ts";
import type { Trace } from "../core/folds/trace.ts";

/** A line for standard error, or null for events that a reader need not see. */
export function progressLine(event: RunEvent): string | null {
  switch (event.type) {
    case "stage-start":
      return `${event.stage} (${event.tier})`;
    case "branch-start":
      return event.nodes
        .map(
          (node) =>
            `  ${event.cause}: ${node.query}${node.answer === null ? "" : ` → ${node.answer}`}`,
        )
        .join("\n");
    case "verdict":
      return `  ${event.verdict}: ${event.span === "" ? "—" : event.span}`;
    case "evidence": {
      const found = event.candidates.find(({ by }) => by === "encoder");
      const answer = found === undefined || found.answer === "" ? "—" : found.answer;
      return `  answer check: ${answer} (${event.chosen} stands)`;
    }
    case "parse-failure":
      return `  ${event.expected} ${event.resolution}: ${event.detail}`;
    case "call-error":
      return `  ${event.error.code}`;
    default:
      return null;
  }
}

export function printAnswer(trace: Trace, ledger: Ledger): void {
  const { answer } = trace;
  if (answer !== null) {
    process.stdout.write(`${answer.text}\n`);
    for (const citation of answer.citations) {
      const passage = trace.passages.get(citation.passageId ?? "");
      const source =
        passage === undefined ? "not found in the library" : `${passage.title} (${passage.id})`;
      process.stdout.write(`[${citation.mark}] ${source}\n`);
    }
  }
  process.stderr.write(`${costLine(ledger)}\n`);
}

function costLine({ total }: Ledger): string {
  const spent = total.unknownUsdCalls > 0 ? "—" : `$${total.usd.toFixed(5)}`;
  return (
    `${spent} · ${total.calls} calls, ${total.largeCalls} large · ` +
    `${total.readings} encoder readings · ` +
    `${total.promptTokens} + ${total.generatedTokens} tokens · ` +
    `${total.localSeconds.toFixed(1)} s here · ${total.bytesSent} bytes sent`
  );
}
