/** FAKE: `fake-run.ts` with an encoder that reads. */
import type { RunEvent, RunEventOf } from "../log/events.ts";
import { fakeRun } from "./fake-run.ts";

type Evidence = Omit<RunEventOf<"evidence">, "seq" | "atMs">;

export const fakeEvidence: Evidence = {
  type: "evidence",
  call: "call-9",
  passages: ["mauritania-government", "mauritania-economy"],
  candidates: [
    { by: "model", answer: "The ouguiya; independent since 28 November 1960", confidence: null },
    { by: "encoder", answer: "36.6 in 2023", confidence: 0.61 },
  ],
  noAnswer: 0.2,
  threshold: 0.3,
  passageId: "mauritania-economy",
  chosen: "encoder",
  tokens: 140,
  totalMs: 90,
};

const fakeReading: Omit<RunEventOf<"reading">, "seq" | "atMs"> = {
  type: "reading",
  stage: "solve",
  node: "n4",
  by: "encoder",
  use: "read",
  question: "What is the currency of Mauritania?",
  readings: [
    {
      passageId: "mauritania-economy",
      kind: "span",
      span: "ouguiya",
      confidence: 0.91,
      noAnswer: 0.03,
      relevance: 0.97,
    },
    {
      passageId: "senegal-economy",
      kind: "span",
      span: "Communaute Financiere Africaine franc",
      confidence: 0.22,
      noAnswer: 0.48,
      relevance: 0.31,
    },
    {
      passageId: "mauritania-government",
      kind: "none",
      span: "",
      confidence: 0.88,
      noAnswer: 0.88,
      relevance: 0.12,
    },
  ],
  kept: ["mauritania-economy", "senegal-economy"],
  tokens: 210,
  totalMs: 120,
};

export function fakeReadRun(evidence: Partial<Evidence> = {}): RunEvent[] {
  const events = fakeRun().flatMap((event): RunEvent[] => {
    const { seq, atMs } = event;
    if (event.type === "retrieval" && event.node === "n4")
      return [event, { ...fakeReading, seq, atMs }];
    if (event.type === "answer") return [{ ...fakeEvidence, ...evidence, seq, atMs }, event];
    return [event];
  });
  return events.map((event, seq) => ({ ...event, seq }));
}

export function fakeReadTwice(
  again: Pick<RunEventOf<"second-reading">, "call" | "passageId" | "choice" | "span">,
): RunEvent[] {
  const events = fakeReadRun().flatMap((event): RunEvent[] => {
    if (event.type !== "reading" || event.node !== "n4") return [event];
    const { seq, atMs, stage } = event;
    return [event, { type: "second-reading", seq, atMs, stage, node: "n4", ...again }];
  });
  return events.map((event, seq) => ({ ...event, seq }));
}
