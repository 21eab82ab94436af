import { checkBranches, type TraceNode } from "../folds/trace.ts";
import type { Citation } from "../log/events.ts";
import type { Context } from "../runtime/context.ts";
import { withoutUncarried } from "./cite.ts";

export interface Conclusion {
  call: string | null;
  short: string;
  /** Marks [n] count `marks` from 1. */
  text: string;
  marks: readonly { node: string; passageId: string | null }[];
}

/** `path` is in answering order, parts before their whole, without nodes that only check. */
export function answerEvent(context: Context, { call, short, text: written, marks }: Conclusion) {
  const text = withoutUncarried(written, short, (mark) => {
    const id = marks[mark - 1]?.passageId ?? null;
    return id === null ? null : (context.trace.passages.get(id) ?? null);
  });
  const said = short === "" ? context.language.unknownAnswer : short;
  const numbers = [...text.matchAll(/\[(\d{1,2})\]/gu)].map((match) => Number(match[1]));
  const citations: Citation[] = [...new Set(numbers)]
    .sort((a, b) => a - b)
    .flatMap((mark) => {
      const rests = marks[mark - 1];
      return rests === undefined ? [] : [{ mark, ...rests }];
    });
  const { nodes } = context.trace;
  const checks = checkBranches(context.trace);
  return context.event({
    type: "answer",
    call,
    text: text === "" ? said : text,
    short: said,
    citations,
    path: [...nodes.values()]
      .filter(({ branch, abandoned }) => !checks.has(branch) && !abandoned)
      .toSorted((a, b) => settledSeq(a) - settledSeq(b))
      .flatMap(({ id, query, answer }) =>
        answer === null || answer === "" ? [] : [{ node: id, query, answer }],
      ),
  });
}

/** The person's correction replaces the verdict. */
export function settledSeq({ verdict, corrected }: TraceNode): number {
  return corrected?.seq ?? verdict?.seq ?? 0;
}
