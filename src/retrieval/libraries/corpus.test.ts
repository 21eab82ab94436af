import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { corpusLimits, passagesOfRow, readCorpus } from "./corpus.ts";
import { parseRow } from "./corpus-row.ts";
import { hardWordLimit } from "./pack.ts";

const signal = new AbortController().signal;

function stream(
  content: string | Uint8Array,
  pieceLength = 7,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(
    typeof content === "string" ? new TextEncoder().encode(content) : content,
  );
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, at + pieceLength));
      at += pieceLength;
    },
  });
}

const read = (content: string | Uint8Array, limits = corpusLimits) =>
  readCorpus(stream(content), { signal, limits });

describe("a corpus in JSONL", () => {
  it("takes text or sentences, however the bytes are cut", async () => {
    const corpus = await read(
      '\uFEFF{"id":"a","title":"Café 🏔","text":"Café\\nau lait."}\r\n\n{"id":2,"title":"B","sentences":["One.","Two."]}',
    );
    expect(corpus.passages).toEqual([
      { id: "a", title: "Café 🏔", text: "Café au lait." },
      { id: "2", title: "B", text: "One. Two." },
    ]);
    expect(corpus).toMatchObject({ documents: 2, badLineCount: 0, badLines: [] });
  });

  it("reports bad lines by number and goes on", async () => {
    const lines = [
      "not json",
      "[1]",
      '{"id":"x","title":"no text"}',
      '{"id":"x","text":"   "}',
      '{"id":"x","title":5,"text":"t"}',
      '{"id":"x","text":7}',
      '{"id":"good","text":"<script>alert(1)</script>"}',
      '{"id":"good","text":"again"}',
      `{"id":"long","text":"${"y".repeat(300)}"}`,
      '{"text":"no id"}',
    ];
    const corpus = await read(lines.join("\n"), { ...corpusLimits, maxLineLength: 200 });
    expect(corpus.badLines).toEqual([
      { line: 1, reason: "not-json" },
      { line: 2, reason: "not-an-object" },
      { line: 3, reason: "text-missing" },
      { line: 4, reason: "text-empty" },
      { line: 5, reason: "title-not-text" },
      { line: 6, reason: "text-missing" },
      { line: 8, reason: "duplicate-id" },
      { line: 9, reason: "line-too-long" },
    ]);
    expect(corpus.passages).toEqual([
      { id: "good", title: "", text: "<script>alert(1)</script>" },
      { id: "line-10", title: "", text: "no id" },
    ]);
  });

  it("keeps a hundred bad lines and counts them all", async () => {
    const corpus = await read(`${"bad\n".repeat(250)}{"text":"good"}`);
    expect(corpus.badLines).toHaveLength(100);
    expect(corpus.badLineCount).toBe(250);
  });

  it("reads gzip whatever its name, and refuses a broken one", async () => {
    const zipped = new Uint8Array(gzipSync('{"id":"a","text":"zipped"}'));
    expect((await read(zipped)).passages).toEqual([{ id: "a", title: "", text: "zipped" }]);
    const broken = zipped.slice(0, zipped.length - 12);
    await expect(read(broken)).rejects.toMatchObject({
      code: "corpus-line-invalid",
      params: { line: 0, reason: "unreadable" },
    });
  });

  it("refuses what is empty, too large in bytes, or too large in passages", async () => {
    await expect(read("")).rejects.toMatchObject({ code: "corpus-empty", params: { badLines: 0 } });
    await expect(read("\n{}\n")).rejects.toMatchObject({
      code: "corpus-empty",
      params: { badLines: 1, line: 2, reason: "text-missing" },
    });
    await expect(
      read('{"text":"long enough"}', { ...corpusLimits, maxBytes: 10 }),
    ).rejects.toMatchObject({
      code: "corpus-too-large",
    });
    const two = '{"text":"one"}\n{"text":"two"}';
    await expect(read(two, { ...corpusLimits, maxPassages: 1 })).rejects.toMatchObject({
      code: "corpus-too-large",
    });
  });

  it("stops when told to", async () => {
    const reading = readCorpus(stream('{"text":"a"}'), { signal: AbortSignal.abort() });
    await expect(reading).rejects.toMatchObject({ code: "stopped" });
  });

  it("never throws on a line, whatever it holds", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.json()), (line) => {
        const row = parseRow(line, 1);
        if (typeof row !== "string") expect(row.text).not.toBe("");
      }),
    );
  });
});

describe("long documents", () => {
  it("are cut into passages of about a hundred words that keep title and all words", () => {
    const sentences = Array.from({ length: 40 }, (_, i) => `Sentence ${i} has exactly six words.`);
    const text = sentences.join(" ");
    const passages = passagesOfRow({ id: "d", title: "Doc", text });
    expect(passages.map((passage) => passage.id)).toEqual(["d", "d#2"]);
    expect(passages.map((passage) => passage.text).join(" ")).toBe(text);
    for (const passage of passages) expect(passage.title).toBe("Doc");
  });

  it("are cut in any script, and never into long passages", () => {
    const chinese = "中国的首都是北京。".repeat(300);
    const nonsense = "x".repeat(5000);
    for (const text of [chinese, nonsense, "مرحبا بالعالم ".repeat(500)]) {
      const passages = passagesOfRow({ id: "d", title: "", text });
      expect(passages.length).toBeGreaterThan(2);
      for (const passage of passages) {
        expect(passage.text.length).toBeLessThan(900);
        expect(passage.text.split(/\s+/).length).toBeLessThanOrEqual(hardWordLimit);
      }
    }
  });
});
