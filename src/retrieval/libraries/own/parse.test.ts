import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eastAsianPdf, pdfFile } from "../../../testing/documents/pdf-file.ts";
import { documentLimits } from "./document.ts";
import { bytesOf, takeIn } from "./intake.ts";
import { passagesOf } from "./record.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const maps = new URL("../../../../node_modules/pdfjs-dist/cmaps/", import.meta.url);

function take(name: string, content: string | Bytes, limits = documentLimits, room = 1000) {
  const bytes: Bytes =
    typeof content === "string" ? new Uint8Array(new TextEncoder().encode(content)) : content;
  return takeIn(name, bytes, {
    room,
    limits,
    characterMap: async (file) => new Uint8Array(await readFile(new URL(file, maps))),
    onProgress: () => undefined,
  });
}

async function passages(name: string, content: string | Bytes) {
  const { record, content: kept } = await take(name, content);
  return passagesOf(record, kept);
}

describe("plain text", () => {
  it("is taken as it stands, with the file as its title and its place", async () => {
    const [first, ...others] = await passages("A walk.txt", "First paragraph.\r\n\r\nSecond one.");
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      title: "A walk",
      text: "First paragraph. Second one.",
      place: { document: "A walk.txt", from: 0 },
    });
  });

  it("may be UTF-16 or Windows-1252, and right-to-left text survives", async () => {
    const utf16 = Uint8Array.from([
      0xff,
      0xfe,
      ...new Uint8Array(Uint16Array.from([..."Öl"].map((c) => c.charCodeAt(0))).buffer),
    ]);
    expect((await passages("a.txt", utf16))[0]?.text).toBe("Öl");
    const latin = Uint8Array.from([0x43, 0x61, 0x66, 0xe9, 0x20, 0x6e, 0x6f, 0x69, 0x72]);
    expect((await passages("b.txt", latin))[0]?.text).toBe("Café noir");
    const arabic = "القاهرة عاصمة مصر، وهي أكبر مدنها.";
    expect((await passages("مصر.txt", arabic))[0]).toMatchObject({ title: "مصر", text: arabic });
  });

  it("that is no text is refused, and so is an empty one", async () => {
    const noise = Uint8Array.from({ length: 3000 }, (_, index) => (index * 7919) % 256);
    await expect(take("a.txt", noise)).rejects.toMatchObject({ code: "document-damaged" });
    await expect(take("a.txt", " \n\n ")).rejects.toMatchObject({ code: "document-empty" });
  });
});

describe("Markdown", () => {
  const source = [
    "---\ntitle: Ferries of the north\n---\n",
    "Before any heading.\n\n# Ferries\n\nThe *Bluebell* was [built](https://nowhere.example) in 1931.\n",
    "## Crew\n\n- Ada Lund, shipwright\n- a <b>cook</b>\n\n| port | year |\n| --- | --- |\n| Bergen | 1931 |\n",
    "<div>Kept <script>alert(1)</script>words</div>\n\n```\ncode stays\n```\n",
  ].join("\n");

  it("is words under its headings; links, pictures and HTML leave their words", async () => {
    expect(await passages("ferries.md", source)).toMatchObject([
      { title: "Ferries of the north", text: "Before any heading." },
      { title: "Ferries", text: "The Bluebell was built in 1931." },
      {
        title: "Ferries › Crew",
        text: "Ada Lund, shipwright a cook port | year Bergen | 1931 Kept words code stays",
      },
    ]);
  });

  it("of alternating emphasis is refused before it takes minutes; long paragraphs and lists are read", async () => {
    await expect(take("a.md", "*_".repeat(6000))).rejects.toMatchObject({
      code: "document-damaged",
      params: { reason: "emphasis" },
    });
    expect((await passages("a.md", `A ${"*quay* ".repeat(200)}`))[0]?.text).toMatch(
      /^A quay quay/u,
    );
    const list = "* a _b_ **c** [d](#e)\n".repeat(200);
    expect((await passages("a.md", list))[0]?.text).toMatch(/^a b c d a b/u);
  });

  it("that is a picture by another name is refused", async () => {
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, ...new Uint8Array(64)]);
    await expect(take("a.md", png)).rejects.toMatchObject({ code: "document-damaged" });
    await expect(take("a", png)).rejects.toMatchObject({ code: "document-unsupported" });
  });
});

describe("HTML", () => {
  it("is words under its headings; scripts, styles and hidden parts are not read", async () => {
    const source = `<!doctype html><html><head><title>Sea &amp; shore</title><style>p{}</style></head>
      <body onload="alert(1)"><script>alert(2)</script><h1>Turku</h1><p>A quay<br>on the <b>Aura</b>.</p>
      <p hidden>secret</p><table><tr><th>ship</th><th>year</th></tr><tr><td>Sigyn</td><td>1887</td></tr></table>
      <h2>Sights<h2><p>The castle &eacute;</p><pre>a  b</pre></body></html>`;
    expect(await passages("turku.html", source)).toMatchObject([
      { title: "Turku", text: "A quay on the Aura. ship | year Sigyn | 1887" },
      { title: "Turku › Sights", text: "The castle é a b" },
    ]);
  });

  it("in another encoding, with tags left open, is read all the same", async () => {
    const head = new TextEncoder().encode('<meta charset="iso-8859-1"><p>Caf');
    const bytes = Uint8Array.from([
      ...head,
      0xe9,
      ...new TextEncoder().encode("<p><div>au lait<b"),
    ]);
    expect((await passages("a.htm", bytes))[0]?.text).toBe("Café au lait");
    await expect(take("a.html", "<html><script>only()</script>")).rejects.toMatchObject({
      code: "document-empty",
    });
  });
});

describe("HTML that never ends what it begins", () => {
  it("is refused beyond 20,000 elements within each other, and read with fewer", async () => {
    const open = (count: number) => `<p>A quay ${"<b>".repeat(count)}on the Aura.`;
    expect((await passages("a.html", open(5000)))[0]?.text).toBe("A quay on the Aura.");
    await expect(take("a.html", open(30_000))).rejects.toMatchObject({
      code: "document-damaged",
      params: { reason: "nesting" },
    });
  });
});

describe("a table with very wide rows", () => {
  it("is read: its cells are more than a call has room for arguments", async () => {
    const row = "cell,".repeat(300_000);
    const { record } = await take("a.csv", `${row}\n${row}`);
    expect(record).toMatchObject({ passages: 1000, cut: { reason: "passages" } });
  });
});

describe("PDF", () => {
  it("gives its lines as text, each passage with its page", async () => {
    const line = "The ferry crosses the sound every day of the year, whatever the weather is.";
    const file = pdfFile([
      ["The Bluebell was built by Ada", "Lund (a ship-", "wright) in 1931."],
      Array.from({ length: 12 }, () => line),
    ]);
    const { record, content } = await take("ferries.pdf", file);
    expect(record).toMatchObject({ kind: "pdf", pages: 2, cut: null });
    const found = passagesOf(record, content);
    expect(found[0]).toMatchObject({ title: "ferries", place: { page: 1 } });
    expect(found[0]?.text).toMatch(
      /^The Bluebell was built by Ada Lund \(a shipwright\) in 1931\./u,
    );
    expect(found.at(-1)?.place?.page).toBe(2);
  });

  it.each([
    ["chinese", "爱沙尼亚的首都是塔林。"],
    ["japanese", "エストニアの首都はタリンです。"],
    ["korean", "에스토니아의 수도는 탈린이다."],
  ] as const)("in %s gives its text by the character maps of its script", async (script, line) => {
    const { record, content } = await take(`${script}.pdf`, eastAsianPdf(script, line));
    expect(record).toMatchObject({ kind: "pdf", pages: 1, cut: null });
    expect(passagesOf(record, content).map(({ text }) => text)).toEqual([line]);
  });

  it("that is cut off, locked or without text is refused, each with its reason", async () => {
    const file = pdfFile([["words"]]);
    await expect(take("a.pdf", file.slice(0, 80))).rejects.toMatchObject({
      code: "document-damaged",
    });
    await expect(take("a.pdf", pdfFile([["words"]], true))).rejects.toMatchObject({
      code: "document-encrypted",
    });
    await expect(take("a.pdf", pdfFile([[]]))).rejects.toMatchObject({
      code: "document-empty",
      params: { kind: "pdf" },
    });
  });
});

describe("CSV", () => {
  it("is a record a row, each cell with the name of its column", async () => {
    const source = 'ship;year;note\n"Blue; bell";1931;"says ""aye"""\nSigyn;1887;\n\n';
    expect(await passages("fleet.csv", source)).toMatchObject([
      {
        title: "fleet › Blue; bell",
        text: 'ship: Blue; bell; year: 1931; note: says "aye".',
        place: { row: 2 },
      },
      { title: "fleet › Sigyn", text: "ship: Sigyn; year: 1887.", place: { row: 3 } },
    ]);
  });

  it("whose quotation marks do not match keeps the rows before, and lists the bad one", async () => {
    const { record } = await take("a.csv", 'ship,year\nSigyn,1887\n"never closed,1931\nlost,1\n');
    expect(record).toMatchObject({
      passages: 1,
      badRowCount: 1,
      badRows: [{ line: 3, reason: "quotes" }],
    });
  });
});

describe("JSON lines", () => {
  it("is a record a line, with its own title; bad lines are listed and the others go on", async () => {
    const source = [
      '{"id":"1","title":"Bluebell","text":"Built by Ada Lund in 1931."}',
      "this is not JSON",
      '{"id":"1","text":"again"}',
      '{"sentences":["No title.","Two sentences."]}',
    ].join("\n");
    const { record, content } = await take("ships.jsonl", source);
    expect(record.badRows).toEqual([
      { line: 2, reason: "not-json" },
      { line: 3, reason: "duplicate-id" },
    ]);
    expect(passagesOf(record, content)).toMatchObject([
      { title: "Bluebell", text: "Built by Ada Lund in 1931.", place: { row: 1 } },
      { title: "ships", text: "No title. Two sentences.", place: { row: 4 } },
    ]);
  });

  it("may be zipped; without one good line, or with a broken zip, it is refused", async () => {
    const zipped = new Uint8Array(gzipSync('{"text":"Zipped words."}'));
    expect((await passages("a.jsonl.gz", zipped))[0]?.text).toBe("Zipped words.");
    await expect(take("a.jsonl", "nothing\nhere\n")).rejects.toMatchObject({
      code: "document-damaged",
      params: { reason: "no-row" },
    });
    await expect(take("a.jsonl.gz", zipped.slice(0, 20))).rejects.toMatchObject({
      code: "document-damaged",
      params: { reason: "unzip" },
    });
  });
});

describe("limits", () => {
  it("a huge file is refused before it is read, and long ones are cut and say so", async () => {
    const huge = { size: 2e9, arrayBuffer: () => Promise.reject(new Error("must not be read")) };
    await expect(bytesOf(huge)).rejects.toMatchObject({ code: "document-too-large" });
    const long = "Words in a row. ".repeat(400);
    const short = { ...documentLimits, maxCharacters: 1000 };
    expect((await take("a.txt", long, short)).record.cut).toEqual({
      reason: "characters",
      kept: 1000,
    });
    const { record, content } = await take("a.txt", long, documentLimits, 2);
    expect(record).toMatchObject({ passages: 2, cut: { reason: "passages", kept: 2 } });
    expect(content.text.length).toBe(content.chunks[1]?.to);
    await expect(take("a.txt", long, documentLimits, 0)).rejects.toMatchObject({
      code: "library-full",
    });
  });

  it("whatever bytes a file holds, it is taken or refused with a reason of its own", async () => {
    const names = ["a.txt", "a.md", "a.html", "a.csv", "a.jsonl", "a.pdf", "a"];
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)),
      fc
        .string({ unit: "binary", maxLength: 200 })
        .map((text) => new Uint8Array(new TextEncoder().encode(text))),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), content, async (name, bytes) => {
        const outcome = await take(name, bytes).then(
          ({ record }) => record.passages > 0,
          (error: { code: string }) => error.code.startsWith("document-"),
        );
        expect(outcome).toBe(true);
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});
