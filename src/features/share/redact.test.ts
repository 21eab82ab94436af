import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldTrace } from "../../folds/trace.ts";
import type { LookUp } from "../../log/compact.ts";
import type { RunEvent } from "../../log/events.ts";
import { openLog } from "../../log/file.ts";
import type { Visibility } from "../../log/types.ts";
import { visibilityAt } from "../../runtime/privacy/visibility.ts";
import { FakeLog, fakeLarge, fakePassage, fakeSmall } from "../../testing/fake-log.ts";
import { fakeFailedRun, fakeRun } from "../../testing/fake-run.ts";
import { dresses, plainly, promised, scripts, secretIn } from "../../testing/scripts.ts";
import { openRunLink, runLink } from "./link.ts";
import { RedactedLog } from "./redact.ts";

/** The limit also counts words and letters. */
const longestQuote = 40;

interface Secret {
  id: string;
  title: string;
  text: string;
}

/** Its models quote the secrets wherever a model can write. */
function privateRun(
  secrets: readonly Secret[],
  libraryId = "corpus:letters.jsonl",
  visibility: Visibility = "private",
  said = (text: string) => text,
): RunEvent[] {
  const log = new FakeLog();
  log.start("Who wrote the letter?");
  const all = said(secrets.map(({ text }) => text).join(" "));
  const passages = secrets.map(({ id, title, text }) => ({
    ...fakePassage(id, title, text, 1, 1),
    place: { document: title, page: 3, from: 0, to: text.length },
  }));
  const usage = { promptTokens: 1, cachedTokens: 0, generatedTokens: 1 };
  const common = { stage: "solve", prompt: all, output: all, usage, totalMs: 5 } as const;
  const nodes = [{ id: "n1", query: `Who wrote “${all}”?`, answer: all }];
  const branch = { branch: "b1", parent: null, cause: "plan", call: null } as const;
  log.add({ type: "branch-start", ...branch, nodes, finalContent: all });
  log.add({ type: "node-start", node: "n1" });
  log.add({ type: "query-rewrite", node: "n1", rewriter: "vanilla", search: all });
  const found = { node: "n1", search: all, mode: "hybrid", bytesSent: 0, totalMs: 1 } as const;
  log.add({ type: "retrieval", ...found, passages });
  const call = log.call({ ...common, purpose: "read", node: "n1", model: fakeLarge });
  const end = log.events.at(-1);
  if (end?.type === "call-end") end.odds = { logprobs: [-0.1], tokens: [all] };
  log.add({
    type: "parse-failure",
    call,
    expected: "reading",
    resolution: "fell-back",
    detail: all,
  });
  const ids = secrets.map(({ id }) => id);
  const judged = { kind: "span", confidence: 1, noAnswer: 0, relevance: 1, span: all } as const;
  log.add({
    type: "reading",
    stage: "solve",
    node: "n1",
    by: "encoder",
    use: "read",
    question: all,
    readings: ids.map((passageId) => ({
      ...judged,
      passageId,
      spans: [{ text: all, probability: 0.4 }],
    })),
    kept: ids,
    tokens: 5,
    totalMs: 1,
  });
  for (const passageId of ids) {
    const again = { stage: "solve", node: "n1", call, passageId } as const;
    log.add({ type: "second-reading", ...again, choice: all, span: all });
  }
  const gate = { stage: "solve", node: "n1", kind: "judge", by: "encoder", call: null } as const;
  const score = { score: 1, threshold: 0.5, known: true, totalMs: 1 };
  log.add({ type: "gate", ...gate, question: all, answer: all, ...score });
  const help = ids.map((passageId) => ({ passageId, relevant: true, score: 1 }));
  const filter = { form: "per-passage", by: "encoder", threshold: 0.5 } as const;
  log.add({ type: "filter", node: "n1", ...filter, judged: help });
  const [passageId = null] = ids;
  const verdict = { verdict: "corrected", span: all, confidence: 1, threshold: 0.5 } as const;
  log.add({ type: "verdict", node: "n1", ...verdict, passageId, duplicateOf: null });
  const summary = log.call({
    ...common,
    stage: "summarise",
    purpose: "summarise",
    model: fakeSmall,
  });
  log.add({
    type: "evidence",
    call: summary,
    passages: ids,
    candidates: [{ by: "encoder", answer: all, confidence: 1 }],
    noAnswer: 0,
    threshold: 0.3,
    passageId,
    chosen: "encoder",
    tokens: 1,
    totalMs: 1,
  });
  log.add({
    type: "answer",
    call: summary,
    text: `It says: ${all}`,
    short: all,
    citations: [{ mark: 1, node: "n1", passageId }],
    path: [{ node: "n1", query: all, answer: all }],
  });
  log.add({ type: "run-end", outcome: "answered", error: null });
  return log.events.map((event) =>
    event.type === "run-start"
      ? {
          ...event,
          library: {
            id: libraryId,
            title: "letters.jsonl",
            edition: "mine",
            passages: 2,
            visibility,
          },
        }
      : event,
  );
}

const noLookUp: LookUp = async () => new Map();
const words = fc.array(fc.stringMatching(/^[\p{L}\d"\\]{1,12}$/u), {
  minLength: 12,
  maxLength: 60,
});
const secret = fc.record({
  id: fc.uuid(),
  title: fc.uuid().map((id) => `Title ${id}`),
  text: words.map((all) => `${all.join(" ")}, and that is all that was ever written of it.`),
});

describe("a redacted log", () => {
  it("holds no text, title or id of a private passage, wherever a model quoted it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(secret, { minLength: 1, maxLength: 3 }), async (secrets) => {
        const link = await runLink(
          RedactedLog.of(privateRun(secrets)),
          "https://page.example/",
          noLookUp,
        );
        const opened = await openRunLink(new URL(link).hash, noLookUp);
        const strings: string[] = [];
        JSON.stringify(opened, (_, value: unknown) => {
          if (typeof value === "string") strings.push(value);
          return value;
        });
        for (const { id, title, text } of secrets) {
          for (let at = 0; at + longestQuote <= text.length; at += 1) {
            const stretch = text.slice(at, at + longestQuote);
            expect(strings.filter((value) => value.includes(stretch))).toEqual([]);
          }
          expect(strings.filter((value) => value.includes(id) || value.includes(title))).toEqual(
            [],
          );
        }
        expect(strings.join(" ")).not.toContain("letters.jsonl");
      }),
      { numRuns: 40 },
    );
  });

  it.each(scripts)("holds no quote of %s, nor a number, in whatever dress", (script) => {
    const numbers = "DE89 3704 0044 0532 0130 00";
    const secret = { id: "p", title: "Minutes", text: `${secretIn[script]} ${numbers}` };
    for (const [how, change] of dresses) {
      const { events } = RedactedLog.of(privateRun([secret], "own:1", "private", change));
      const strings: string[] = [];
      JSON.stringify(events, (_, value: unknown) => {
        if (typeof value === "string") strings.push(plainly(value));
        return value;
      });
      const quotes = [...promised(script, secretIn[script]).map(plainly), "37040044", "05320130"];
      const left = quotes.filter((quote) => strings.some((text) => text.includes(quote)));
      expect([how, left]).toEqual([how, []]);
    }
  });

  it("keeps the tree, its marks and short answers", () => {
    const short = { id: "p", title: "A letter", text: "Anna wrote it." };
    const trace = foldTrace(RedactedLog.of(privateRun([short])).events);
    expect(trace.nodes.get("n1")).toMatchObject({ status: "corrected", answer: short.text });
    expect(trace.answer?.short).toBe(short.text);
    expect(trace.passages.get("private-1")).toMatchObject({ title: "", text: "" });
  });

  it("leaves nothing out of a library that the person made public", () => {
    const letter = { id: "p", title: "A letter", text: "Anna wrote it, in the year 1904." };
    const log = privateRun([letter]).map((event) =>
      event.type === "run-start"
        ? { ...event, library: { ...event.library, visibility: "public" as const } }
        : event,
    );
    const { leavesOut, events } = RedactedLog.of(log);
    expect(leavesOut).toBe(false);
    expect(events[0]).toMatchObject({
      library: { id: "corpus:letters.jsonl", visibility: "public" },
    });
    expect(foldTrace(events).passages.get("p")).toMatchObject({ text: letter.text });
  });

  it.each(["atlas", "factbook"])("goes by no name of a built-in library: %s", (id) => {
    const letter = { id: "p", title: "A letter", text: "Anna wrote it, in the year 1904." };
    const hidden = RedactedLog.of(privateRun([letter], id, "private"));
    expect(hidden.leavesOut).toBe(true);
    expect(foldTrace(hidden.events).passages.get("private-1")).toMatchObject({ text: "" });
    expect(RedactedLog.of(privateRun([letter], id, "public")).leavesOut).toBe(false);
  });

  it("takes a service at an address of the person's own for private, and Wikipedia not", () => {
    const found = { id: "s:1", title: "A page of ours", text: "Anna wrote it, in the year 1904." };
    const serviceAt = (destination: string) => ({
      ...{ id: "wiki", title: "W", destination, usdPerThousand: 0 },
      visibility: visibilityAt(destination),
    });
    const asked = (destination: string) =>
      RedactedLog.of(
        privateRun([found], "factbook", "public").map((event) =>
          event.type === "retrieval" ? { ...event, tool: serviceAt(destination) } : event,
        ),
      );
    const hidden = asked("https://search.our-house.example");
    expect([hidden.leavesOut, JSON.stringify(hidden.events).includes("A page of ours")]).toEqual([
      true,
      false,
    ]);
    const open = asked("https://en.wikipedia.org");
    expect([open.leavesOut, JSON.stringify(open.events).includes("A page of ours")]).toEqual([
      false,
      true,
    ]);
  });

  it("of a public run is the run, but for streamed pieces, and opens like a file", () => {
    const log = RedactedLog.of(fakeRun());
    const opened = foldTrace(openLog(log.events));
    const whole = foldTrace(fakeRun());
    expect(log.leavesOut).toBe(false);
    expect(opened.answer).toMatchObject({ short: whole.answer?.short, text: whole.answer?.text });
    expect(opened.passages).toEqual(whole.passages);
    expect([...opened.calls.values()].map(({ text, start }) => [text, start.messages])).toEqual(
      [...whole.calls.values()].map(({ text, start }) => [text, start.messages]),
    );
  });

  it("leaves out what a provider said, which may repeat a key", () => {
    const failed = fakeFailedRun().map((event) =>
      event.type === "run-end" && event.error !== null
        ? {
            ...event,
            error: { ...event.error, params: { message: "bad key sk-123", status: 401 } },
          }
        : event,
    );
    const { events } = RedactedLog.of(failed);
    expect(JSON.stringify(events)).not.toMatch(/sk-123|chat\/completions/u);
    expect(events.at(-1)).toMatchObject({ error: { params: { status: 401 } } });
  });
});
