import { readdir, readFile } from "node:fs/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { foldLedger } from "../folds/ledger.ts";
import { foldTrace } from "../folds/trace.ts";
import { surenessOf } from "../folds/verifier/verifier.ts";
import type { RunEvent } from "../log/events.ts";
import { openRunFile, writeRunFile } from "../log/file.ts";
import { fakeRun } from "../testing/fake-run.ts";
import { surenessText } from "../ui-kit/text/sureness.ts";
import { printAnswer, progressLine, sayJson, tell } from "./print.ts";

const wiki = {
  id: "wiki",
  title: "Wiki",
  destination: "https://w.example",
  usdPerThousand: 0,
  visibility: "private" as const,
};
const at = { seq: 1, atMs: 1, node: "node-1" };
const gate = {
  ...at,
  type: "gate",
  stage: "plan",
  kind: "judge",
  by: "encoder",
  call: null,
  question: "Q?",
  answer: "A",
  score: 0.613,
  threshold: 0.5,
  known: true,
  totalMs: 1,
} satisfies RunEvent;

describe("the progress on the command line", () => {
  it("tells what a gate judged, by which score, and what came of it", () => {
    expect(progressLine(gate)).toBe("  known (encoder, 0.61 against 0.5): Q? → A");
    expect(progressLine({ ...gate, answer: "", score: null, known: false, by: "model" })).toBe(
      "  not known (model): Q?",
    );
  });

  it("tells the tool and what was predicted of each", () => {
    const source = { ...at, type: "source", choice: "best-predicted", lambda: null } as const;
    const predicted = [{ tool: wiki, score: 0.5 }];
    expect(progressLine({ ...source, tool: wiki, predicted })).toBe(
      "  search by Wiki (predicted: wiki 0.50)",
    );
    expect(progressLine({ ...source, tool: wiki, predicted: [] })).toBe("  search by Wiki");
  });

  it("tells a service's failure and what is asked in its place", () => {
    const error = { code: "tool-timeout", params: {}, retryable: true } as const;
    const failure = { ...at, type: "tool-failure", tool: wiki, error, bytesSent: 0, totalMs: 1 };
    expect(progressLine({ ...failure, type: "tool-failure", instead: "bm25" })).toBe(
      "  Wiki: tool-timeout, bm25 instead",
    );
    expect(progressLine({ ...failure, type: "tool-failure", instead: null })).toContain("nothing");
    expect(
      progressLine({ ...failure, type: "tool-failure", instead: "bm25", left: true }),
    ).toContain("bm25 instead from here on");
  });

  it("counts the passages that help, and names departures", () => {
    const judged = [true, false, false].map((relevant, index) => ({
      passageId: `${index}`,
      relevant,
      score: null,
    }));
    expect(
      progressLine({
        ...at,
        type: "filter",
        form: "per-passage",
        by: "model",
        threshold: 0.5,
        judged,
      }),
    ).toBe("  1 of 3 passages help (model)");
    expect(progressLine({ ...at, type: "deviation", switch: "depthLimit" })).toContain(
      "depthLimit",
    );
  });
});

describe("what a model sends to the terminal", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const hostile =
    "Tallinn\u001b[2J\u001b]0;owned\u0007\u001b]8;;https://evil.example\u001b\\here\u001b]8;;\u001b\\\r\u009b31m\u202egnp.exe";

  function written(work: () => void): string {
    let all = "";
    const keep = (chunk: string | Uint8Array) => {
      all += String(chunk);
      return true;
    };
    vi.spyOn(process.stdout, "write").mockImplementation(keep);
    vi.spyOn(process.stderr, "write").mockImplementation(keep);
    work();
    vi.restoreAllMocks();
    return all;
  }

  const obeyed = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u;
  const events = fakeRun().map(
    (event): RunEvent => (event.type === "answer" ? { ...event, text: hostile } : event),
  );

  it("is printed without what a terminal would obey", () => {
    const answer = written(() => printAnswer(foldTrace(events), foldLedger(events), []));
    expect(answer).toContain("Tallinn");
    expect(answer).toContain("here");
    expect(answer).not.toContain("owned");
    expect(answer).not.toMatch(obeyed);
    expect(written(() => tell(hostile))).not.toMatch(obeyed);
  });

  it("says before the answer how sure it is", () => {
    const trace = foldTrace(fakeRun());
    const said = written(() => printAnswer(trace, foldLedger(fakeRun()), []));
    const sure = surenessOf(trace) ?? Number.NaN;
    expect(said.slice(0, said.indexOf("\n"))).toContain(surenessText.figure(sure));
  });

  it("bears the person's name for a place beside the library's", () => {
    const start = events.find((event) => event.type === "run-start");
    const question = start?.question ?? "";
    const named = events.map(
      (event): RunEvent => (event.type === "answer" ? { ...event, text: "Eesti [1]." } : event),
    );
    const aliases = [["Estonia", "Eesti"]] as const;
    const asked = named.map(
      (event): RunEvent =>
        event.type === "run-start" ? { ...event, question: `${question} Estonia` } : event,
    );
    const said = written(() => printAnswer(foldTrace(asked), foldLedger(asked), aliases));
    expect(said).toContain("Eesti (Estonia) [1].");
  });

  it("is escaped in JSON, which says the same", () => {
    const json = written(() => sayJson(writeRunFile(events)));
    expect(json).not.toMatch(obeyed);
    expect(openRunFile(json)).toEqual(events);
  });

  it("goes through here only", async () => {
    const files = (await readdir("src/cli", { recursive: true })).filter(
      (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && name !== "print.ts",
    );
    expect(files.length).toBeGreaterThan(10);
    for (const name of files) {
      const source = await readFile(`src/cli/${name}`, "utf8");
      expect(source, name).not.toMatch(/process\.std(?:out|err)|console\./u);
    }
  });
});
