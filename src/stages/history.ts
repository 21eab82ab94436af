/**
 * Feedback is appended to SearChain's H, so a chain's writer sees what it wrote before and what
 * became of it.
 */
import { lastBegun, type Trace, type TraceBranch } from "../folds/trace.ts";
import { charactersPerToken } from "../log/cost.ts";
import { withoutThinking } from "../runtime/call.ts";
import type { ChainHistory, CheckerWord } from "../runtime/prompts.ts";

/**
 * Turns since a person's last correction or restart, the newest that `mostTokens` hold; null if 0
 * or if nothing was written.
 */
export function chainHistory(trace: Trace, mostTokens: number): ChainHistory | null {
  if (mostTokens === 0) return null;
  const since = lastBegun(trace);
  const written = trace.branches.flatMap((branch) => {
    const wrote = branch.seq > since && !branch.fan ? wroteOf(trace, branch) : null;
    return wrote === null ? [] : [{ branch, wrote }];
  });
  const last = written.at(-1);
  if (last === undefined) return null;
  const turns = written.slice(0, -1).flatMap(({ wrote }, index) => {
    const next = written[index + 1]?.branch;
    const told = next === undefined ? null : toldBefore(trace, next);
    return told === null ? [] : [{ wrote, told }];
  });
  return { turns: newest(turns, mostTokens), last: last.wrote };
}

/** Null if the branch follows from earlier output. */
function wroteOf({ calls }: Trace, { call }: TraceBranch): string | null {
  const output = call === null ? undefined : calls.get(call)?.end?.output;
  return output === undefined ? null : withoutThinking(output).trim();
}

function toldBefore(trace: Trace, { parent, cause }: TraceBranch): CheckerWord | null {
  const node = trace.nodes.get(parent ?? "");
  if (node === undefined || (cause !== "correct" && cause !== "complete")) return null;
  const passage = trace.passages.get(node.verdict?.passageId ?? "") ?? null;
  return { kind: cause, query: node.query, span: node.answer ?? "", passage };
}

function newest(turns: ChainHistory["turns"], mostTokens: number): ChainHistory["turns"] {
  let left = mostTokens * charactersPerToken;
  const first = turns.findLastIndex(({ wrote, told }) => {
    left -= wrote.length + told.query.length + told.span.length + (told.passage?.text.length ?? 0);
    return left < 0;
  });
  return turns.slice(first + 1);
}
