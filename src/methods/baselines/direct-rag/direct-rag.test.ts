import { describe, expect, it } from "vitest";
import { fakeModel, fakeReader } from "../../../testing/fakes.ts";
import { askBaseline, told } from "../../../testing/methods/fake-baselines.ts";
import { ofType, question, replying } from "../../../testing/methods/fake-runs.ts";

describe("Direct RAG", () => {
  it("looks the question itself up and answers from what was found", async () => {
    const large = fakeModel("large", replying({ answer: "Answer: Danube\nIt is the Danube [2]." }));
    const events = await askBaseline(
      "direct-rag",
      fakeModel("small", () => ""),
      { large },
    );
    expect(told(events)).toEqual([
      `plan: node-1 ${question}`,
      `node-1: search "${question}"`,
      "node-1: answer by large",
      'node-1: answered "Danube"',
      'answer "Danube": It is the Danube [2].',
      "answered",
    ]);
    expect(ofType(events, "answer")[0]?.citations).toEqual([
      { mark: 2, node: "node-1", passageId: "vienna" },
    ]);
    expect(ofType(events, "verdict")[0]?.passageId).toBe("vienna");
  });

  it("reads with the encoder for a small model, which is then not called", async () => {
    const small = fakeModel("small", () => "Rhine");
    const reader = fakeReader((_question, text) =>
      text.includes("Danube") ? { span: "Danube" } : {},
    );
    const events = await askBaseline("direct-rag", small, { reader });
    expect(small.requests).toEqual([]);
    expect(told(events).at(-2)).toBe('answer "Danube": Danube [2].');
    expect(reader.asked.map((one) => one.question)).toEqual([question]);
  });

  it("cites the passage that contains a small model's bare answer", async () => {
    const small = fakeModel("small", replying({ answer: "Danube" }));
    const events = await askBaseline("direct-rag", small, { changes: { reader: "model" } });
    expect(told(events).at(-2)).toBe('answer "Danube": Danube [2].');
    expect(ofType(events, "answer")[0]?.citations).toEqual([
      { mark: 2, node: "node-1", passageId: "vienna" },
    ]);
  });

  it("cites nothing for what stands in no passage", async () => {
    const small = fakeModel("small", replying({ answer: "Rhine" }));
    const events = await askBaseline("direct-rag", small, { changes: { reader: "model" } });
    expect(told(events).at(-2)).toBe('answer "Rhine": Rhine.');
  });

  it("is unknown where no passage answers", async () => {
    const events = await askBaseline(
      "direct-rag",
      fakeModel("small", () => "Rhine"),
      {
        reader: fakeReader(() => ({})),
      },
    );
    expect(told(events).slice(-3)).toEqual([
      "node-1: unknown",
      'answer "unknown": unknown',
      "answered",
    ]);
  });

  it("answers from memory where nothing is searched", async () => {
    const small = fakeModel("small", replying({ answer: "Rhine" }));
    const changes = { source: { choice: "fixed", tool: "none" } } as const;
    const events = await askBaseline("direct-rag", small, { changes });
    expect(told(events).slice(-3)).toEqual([
      'node-1: known "Rhine"',
      'answer "Rhine": Rhine.',
      "answered",
    ]);
  });

  it("shows no more passages than are allowed", async () => {
    const large = fakeModel("large", () => "Answer: Danube");
    const answer = { form: "short", passages: 1, maxTokens: 2000 } as const;
    await askBaseline(
      "direct-rag",
      fakeModel("small", () => ""),
      { large, changes: { answer } },
    );
    const shown = large.requests[0]?.messages.at(-1)?.content ?? "";
    expect(shown).toContain("[1] Austria");
    expect(shown).not.toContain("[2]");
  });
});
